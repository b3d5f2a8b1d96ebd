import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/**
 * Root of the project. Its `.cache/content` stores parsed lessons, documents and legal texts: parsing all of them takes seconds of CPU
 * time, reading the cache a few hundredths of a second.
 */
const ROOT = path.join(import.meta.dirname, '..')
/** Inputs of the cache key: code and dependencies. The text itself is hashed after its placeholders are filled in. */
const PARTS = ['content/**/*.ts', 'domain/**/*.ts', 'package-lock.json']

function hashOf(...parts: readonly string[]): string {
	const hash = createHash('sha256')
	for (const part of parts) hash.update(part).update('\0')
	return hash.digest('hex')
}

function nameFolder(): string {
	const files = fs.globSync(PARTS, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
	const code = files.toSorted().flatMap((file) => [file, fs.readFileSync(path.join(ROOT, file), 'utf8')])
	return path.join(ROOT, '.cache', 'content', hashOf(...code).slice(0, 16))
}

let folder: string | undefined

/** Returns the cached result for a text, or calls `make` and caches its result. */
export function keepOnDisk<Made>({ name, source }: { name: string; source: string }, make: () => Made): Made {
	folder ??= nameFolder()
	const file = path.join(folder, `${hashOf(name, source)}.json`)
	try {
		return JSON.parse(fs.readFileSync(file, 'utf8')) as Made
	} catch {
		// Not cached yet.
	}
	const made = make()
	try {
		write(file, JSON.stringify(made))
	} catch {
		// On a read-only disk, the result is computed again next time.
	}
	return made
}

/** Writes atomically, even if several processes write the same file. */
function write(file: string, text: string): void {
	const draft = `${file}.${randomUUID()}`
	if (fs.mkdirSync(path.dirname(file), { recursive: true }) !== undefined) forgetOthers(path.dirname(file))
	fs.writeFileSync(draft, text)
	fs.renameSync(draft, file)
}

/** Removes caches written by other versions of the code. */
function forgetOthers(current: string): void {
	const parent = path.dirname(current)
	for (const other of fs.readdirSync(parent))
		if (other !== path.basename(current)) fs.rmSync(path.join(parent, other), { recursive: true, force: true })
}
