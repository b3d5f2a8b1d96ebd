import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { courseFolder } from './files/course-folder.server.ts'
import { contentDir } from './files/overlay.server.ts'

/**
 * Compiled lessons are kept in `.cache/lessons`: to compile all of them takes five seconds of a processor, to read them a few
 * hundredths. A text, or anything that takes part in compiling it, that has changed is compiled anew.
 */
const root = process.cwd()
const KEPT = path.join(root, '.cache/lessons')
/** What takes part: the code, the facts that texts name, and the libraries. Lessons and documents themselves do not. */
const PARTS = ['content/**/*.{ts,json}', 'domain/**/*.ts', 'package-lock.json']

const hash = () => createHash('sha256')

function findFolder(): string | null {
	// In a bundle, or for another program, the code is not where it would have to be looked for.
	if (!existsSync(path.join(root, 'content/kept-lessons.server.ts'))) return null
	const all = hash()
	const own = [courseFolder, contentDir].flatMap((cwd) => globSync('**/*.json', { cwd }).map((file) => path.join(cwd, file)))
	for (const file of [...globSync(PARTS, { cwd: root }).map((name) => path.join(root, name)), ...own].toSorted())
		all.update(file).update(readFileSync(file))
	return path.join(KEPT, all.digest('hex').slice(0, 16))
}

let folder: string | null | undefined

/** What `compile` made of this text, now or earlier. @param name the place of the text in the course */
export async function readKept<Compiled>({ name, source }: { name: string; source: string }, compile: () => Compiled): Promise<Compiled> {
	folder ??= findFolder()
	if (folder === null) return compile()
	const file = path.join(folder, `${hash().update(name).update('\0').update(source).digest('hex')}.json`)
	const kept = await readFile(file, 'utf8')
		.then((text) => JSON.parse(text) as Compiled)
		.catch(() => null)
	if (kept !== null) return kept
	const made = compile()
	await keep(file, JSON.stringify(made)).catch(() => {}) // Where nothing can be written, it is compiled again next time.
	return made
}

/** Complete or not at all, also when several processes write the same. */
async function keep(file: string, text: string): Promise<void> {
	const draft = `${file}.${randomUUID()}`
	const begun = await mkdir(path.dirname(file), { recursive: true })
	if (begun !== undefined) await forgetOthers(path.dirname(file))
	await writeFile(draft, text)
	await rename(draft, file).catch(() => rm(draft, { force: true }))
}

/** What an earlier version compiled. */
async function forgetOthers(current: string): Promise<void> {
	const others = (await readdir(KEPT)).filter((name) => name !== path.basename(current))
	await Promise.all(others.map((name) => rm(path.join(KEPT, name), { recursive: true, force: true })))
}
