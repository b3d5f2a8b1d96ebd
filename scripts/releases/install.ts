import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'

const PACKAGES = 'node_modules'

function linkFile(from: string, to: string): void {
	try {
		fs.linkSync(from, to)
	} catch {
		fs.copyFileSync(from, to) // another disk, or a file system without hard links
	}
}

function linkTree(from: string, to: string, except?: string): void {
	fs.mkdirSync(to)
	for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
		if (entry.name === except) continue
		const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
		if (entry.isDirectory()) linkTree(source, target)
		else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target)
		else linkFile(source, target)
	}
}

/** Reuses another program's packages if both have the same lock file: a few seconds instead of a download. */
function linkPackages(from: string, to: string): void {
	const [source, target] = [path.join(from, PACKAGES), path.join(to, PACKAGES)]
	const lock = (folder: string) => fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
	if (!fs.existsSync(source) || fs.existsSync(target) || lock(from) !== lock(to)) return
	if (fs.lstatSync(source).isSymbolicLink()) return fs.symlinkSync(fs.realpathSync(source), target)
	const draft = `${target}.partial`
	fs.rmSync(draft, { recursive: true, force: true })
	// The cache also records which processes use the other program's packages.
	linkTree(source, draft, '.cache')
	fs.renameSync(draft, target)
}

/**
 * Installs and builds what a release lacks.
 * @param from program whose packages may be used
 * @throws Error if the release is too old, or a step failed and has printed why
 */
export async function installRelease(folder: string, from: string): Promise<void> {
	const script = path.join('scripts', 'prepare.mjs')
	if (!fs.existsSync(path.join(folder, script))) throw new Error('this release predates npm run upgrade, which cannot install it')
	linkPackages(from, folder)
	const child = spawn(process.execPath, [script], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
	const [code] = (await once(child, 'close')) as [number | null]
	if (code !== 0) throw new Error('it could not be installed or built; see above')
}
