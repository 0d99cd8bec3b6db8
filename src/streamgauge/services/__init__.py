"""Outside services that flows call: blobs, tables, messages. Embedded ones need nothing; real ones are reached by their clients.

A client library is imported only when its service is used. Services that run on this machine are started for a trial and gone
after it, whatever happens.
"""
