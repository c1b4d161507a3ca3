"""Measurements that are run by hand, not tests."""
