"""Data files of the plugin: labels, examples of requests, descriptions of lookups."""
