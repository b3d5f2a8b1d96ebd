// Vitest setup file: the threads of documents give way to all other work, so on a busy machine one waits longer than a visitor would.
import { documentLimits } from '#server/adapters/documents/document-threads.ts'

documentLimits.maxMs = 300_000
