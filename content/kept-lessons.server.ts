import { nodeParts } from './files/node-parts.ts'

/**
 * Compiled lessons are kept in `.cache/lessons`: to compile all of them takes five seconds of a processor, to read them a few
 * hundredths. A text, or the code that compiles it, that has changed is compiled again.
 */
const KEPT = '.cache/lessons'
/** What takes part: the code and the libraries. The facts that texts name are in the text by then. */
const PARTS = ['content/**/*.ts', 'domain/**/*.ts', 'package-lock.json']

const hashOf = (...parts: readonly string[]): string => {
	const hash = nodeParts().getBuiltinModule('node:crypto').createHash('sha256')
	for (const part of parts) hash.update(part).update('\0')
	return hash.digest('hex')
}

/** In a bundle, or for another program, the code is not where it would have to be looked for. */
function findFolder(): string | null {
	const fs = nodeParts().getBuiltinModule('node:fs')
	const root = nodeParts().getBuiltinModule('node:path').resolve('.')
	if (!fs.existsSync(`${root}/content/kept-lessons.server.ts`)) return null
	const files = fs.globSync(PARTS, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
	const code = files.toSorted().flatMap((file) => [file, fs.readFileSync(`${root}/${file}`, 'utf8')])
	return `${root}/${KEPT}/${hashOf(...code).slice(0, 16)}`
}

let folder: string | null | undefined

/** What `make` made of this text, now or earlier. @param text with `name`, the place of the text */
export function keepOnDisk<Made>({ name, source }: { name: string; source: string }, make: () => Made): Made {
	folder ??= findFolder()
	if (folder === null) return make()
	const file = `${folder}/${hashOf(name, source)}.json`
	try {
		return JSON.parse(nodeParts().getBuiltinModule('node:fs').readFileSync(file, 'utf8')) as Made
	} catch {
		// Not kept yet.
	}
	const made = make()
	try {
		write(file, JSON.stringify(made))
	} catch {
		// Where nothing can be written, it is made again next time.
	}
	return made
}

/** Complete or not at all, also when several processes write the same. */
function write(file: string, text: string): void {
	const fs = nodeParts().getBuiltinModule('node:fs')
	const draft = `${file}.${nodeParts().getBuiltinModule('node:crypto').randomUUID()}`
	const own = file.slice(0, file.lastIndexOf('/'))
	if (fs.mkdirSync(own, { recursive: true }) !== undefined) forgetOthers(own)
	fs.writeFileSync(draft, text)
	fs.renameSync(draft, file)
}

/** What an earlier version compiled. */
function forgetOthers(current: string): void {
	const fs = nodeParts().getBuiltinModule('node:fs')
	const [parent, name] = [current.slice(0, current.lastIndexOf('/')), current.slice(current.lastIndexOf('/') + 1)]
	for (const other of fs.readdirSync(parent)) if (other !== name) fs.rmSync(`${parent}/${other}`, { recursive: true, force: true })
}
