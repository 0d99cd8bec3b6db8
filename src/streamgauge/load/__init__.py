"""The open-loop sender: a stream, a rate shape and a transport's writer.

What is late is sent late but keeps its intended time; how late everything was is part of the result.
"""
