"""How a JVM of ours logs, by log4j2."""

from pathlib import Path


def log_settings_text(log: Path) -> str:
    """log4j2's settings: warnings and worse, to one file and not to the user's terminal."""
    return f"""\
rootLogger.level = warn
rootLogger.appenderRef.file.ref = file
appender.file.type = File
appender.file.name = file
appender.file.fileName = {log}
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %d{{ISO8601}} %p %c{{1}}: %m%n%ex
"""
