"""`python -m streamgauge` is the command `streamgauge`."""

from streamgauge.cli.main import main

if __name__ == "__main__":
    main()
