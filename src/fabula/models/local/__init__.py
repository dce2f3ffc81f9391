"""Models that run in this process: a GGUF file, llama.cpp behind the door, and files to fetch."""
