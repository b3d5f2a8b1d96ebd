import '#content/files/read-edited.ts'

// Later than the line above: Node links a program, JSON included, before it runs any of it.
await import('./process/serve.ts')
