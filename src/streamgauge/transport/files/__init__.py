"""The embedded log: topics as folders of Parquet files, without any service."""

from streamgauge.transport.files.topic import FileTopic
from streamgauge.transport.files.transport import FileTransport

__all__ = ["FileTopic", "FileTransport"]
