/**
 * `npm run release -- [commit] [--to <folder>]`: makes an archive of a commit: source, built site, notes from CHANGELOG.md, version
 * and commit. The same commit makes the same archive.
 */
import { packTar } from 'modern-tar/fs'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'

import { root } from '#scripts/ensure.mjs'
import { fromHere, runAsCommand, UsageError } from '#scripts/operate.ts'

import { type ReleaseInfo, findNotes, NOTES_FILE } from './about.ts'
import { installRelease } from './install.ts'
import { findCommit, unpackCommit } from './unpack.ts'

/** Names left behind by installing and building, which aren't part of the archive. */
const LEFT_OUT = new Set(['node_modules', '.react-router'])
const MODES = { file: 0o644, program: 0o755 }

function listFiles(folder: string): string[] {
	return fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.filter((file) => !LEFT_OUT.has(file.split(path.sep)[0] ?? ''))
		.toSorted()
}

/** Packs a folder with the commit's time, so that the bytes depend only on the commit. */
async function pack(folder: string, { id, committedAt }: ReleaseInfo, archive: string): Promise<void> {
	const mtime = new Date(committedAt ?? 0)
	const sources = listFiles(folder).map((file) => {
		const source = path.join(folder, file)
		const mode = (fs.statSync(source).mode & 0o100) === 0 ? MODES.file : MODES.program
		return { type: 'file' as const, source, target: `launchway-${id}/${file.split(path.sep).join('/')}`, mtime, mode, uid: 0, gid: 0 }
	})
	await pipeline(packTar(sources), createGzip({ level: 9 }), fs.createWriteStream(`${archive}.partial`))
	fs.renameSync(`${archive}.partial`, archive)
}

async function release(ref: string, to: string): Promise<void> {
	const commit = await findCommit(root, ref)
	if (!commit) throw new UsageError(`${ref} is not a commit in this repository`)
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchway-release-'))
	try {
		const about = await unpackCommit(root, commit, folder)
		const notes = findNotes(fs.readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8'), about.version)
		fs.writeFileSync(path.join(folder, NOTES_FILE), `# Launchway ${about.id}\n\nCommit ${commit}\n\n${notes}\n`)
		await installRelease(folder, root)
		fs.mkdirSync(to, { recursive: true })
		const archive = path.join(to, `launchway-${about.id}.tar.gz`)
		await pack(folder, about, archive)
		console.log(`${archive}: ${Math.ceil(fs.statSync(archive).size / 2 ** 20)} MB`)
	} finally {
		fs.rmSync(folder, { recursive: true, force: true })
	}
}

await runAsCommand(async () => {
	const { values, positionals } = parseArgs({ options: { to: { type: 'string', default: '.' } }, allowPositionals: true })
	const [ref = 'HEAD', ...more] = positionals
	if (more.length > 0) throw new UsageError('npm run release -- [commit] [--to <folder>]')
	await release(ref, fromHere(values.to))
})
