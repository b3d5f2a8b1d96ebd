/**
 * Node's parts for the readers of content files, taken from `process`: the build's bundle, the server, scripts and tests all run
 * them, and the types of the pages do not know Node. No code for the browser may call this.
 */
type NodeParts = {
	env: Readonly<Record<string, string | undefined>>
	getBuiltinModule(id: 'node:fs'): {
		existsSync(path: string): boolean
		readFileSync(path: string, encoding: 'utf8'): string
		readdirSync(
			path: string,
			options: { recursive: true; withFileTypes: true },
		): {
			name: string
			parentPath: string
			isFile(): boolean
		}[]
		mkdirSync(path: string, options: { recursive: true }): string | undefined
		readdirSync(path: string): string[]
		writeFileSync(path: string, text: string): void
		renameSync(from: string, to: string): void
		rmSync(path: string, options: { recursive?: boolean; force: true }): void
		globSync(pattern: readonly string[], options: { cwd: string }): string[]
	}
	getBuiltinModule(id: 'node:path'): { resolve(...parts: string[]): string; join(...parts: string[]): string }
	getBuiltinModule(id: 'node:crypto'): {
		createHash(name: 'sha256'): Hash
		randomUUID(): string
	}
}
type Hash = { update(data: string): Hash; digest(encoding: 'hex'): string }

const found = (globalThis as { process?: NodeParts }).process

/** @throws Error in a browser */
export function nodeParts(): NodeParts {
	if (!found) throw new Error('Content is read by the server and by the build, never by a browser')
	return found
}
