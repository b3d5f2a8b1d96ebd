// Vitest setup file: raises the time limit for rendering documents, whose threads have low priority. On a busy machine, one may
// wait longer than a visitor would.
import { documentLimits } from '#server/adapters/documents/document-threads.ts'

documentLimits.maxMs = 300_000
