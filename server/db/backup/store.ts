import fs from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'

import { syncFolder } from './format.ts'

export type StoredFile = { name: string; bytes: number }

/** Location of backups: a folder or a bucket. Names are relative, with `/`. */
export type BackupStore = {
	/** Name of the location, for messages. */
	name: string
	/** Lists the files whose names start with `folder`, sorted by name. */
	list: (folder: string) => Promise<StoredFile[]>
	/** @throws Error if the file is missing */
	read: (name: string) => Promise<Uint8Array>
	/** Writes a whole file durably: after a crash, it is complete or absent. */
	write: (name: string, bytes: Uint8Array) => Promise<void>
	/** Removes files; missing ones are ignored. */
	remove: (names: readonly string[]) => Promise<void>
	/** Returns the disk space in bytes, and the disk's number; null for a bucket. */
	readSpace: () => { free: number; total: number; disk: number } | null
}

const DRAFT = '.draft'

export const compareFileNames = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
	const handle = await open(file, 'w', 0o600)
	try {
		await handle.writeFile(bytes)
		await handle.sync()
	} finally {
		await handle.close()
	}
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
	const draft = `${file}${DRAFT}`
	fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
	try {
		await writeSynced(draft, bytes)
		fs.renameSync(draft, file)
	} catch (error) {
		fs.rmSync(draft, { force: true })
		throw error
	}
	syncFolder(path.dirname(file))
}

export function openFolderStore(dir: string): BackupStore {
	const pathOf = (name: string) => path.join(dir, name)
	return {
		name: dir,
		async list(folder) {
			const root = pathOf(folder)
			if (!fs.existsSync(root)) return []
			const entries = await fs.promises.readdir(root, { recursive: true, withFileTypes: true })
			const files = entries
				.filter((entry) => entry.isFile() && !entry.name.endsWith(DRAFT))
				.map((entry) => path.join(entry.parentPath, entry.name))
			const found: StoredFile[] = []
			for (const file of files) {
				const stat = await fs.promises.stat(file).catch(() => null)
				if (stat) found.push({ name: path.relative(dir, file).replaceAll(path.sep, '/'), bytes: stat.size })
			}
			return found.toSorted(compareFileNames)
		},
		read: (name) => fs.promises.readFile(pathOf(name)),
		write: (name, bytes) => writeWhole(pathOf(name), bytes),
		async remove(names) {
			for (const name of names) await fs.promises.rm(pathOf(name), { force: true })
			// Deepest folders first: a folder is empty only once its subfolders are removed.
			const folders = new Set(names.map((name) => path.posix.dirname(name)))
			for (const folder of folders) {
				const empty = fs.existsSync(pathOf(folder)) && fs.readdirSync(pathOf(folder)).every((name) => name.endsWith(DRAFT))
				if (empty && folder !== '.') fs.rmSync(pathOf(folder), { recursive: true })
			}
		},
		readSpace() {
			const place = [dir, path.dirname(dir), path.dirname(path.dirname(dir))].find((candidate) => fs.existsSync(candidate)) ?? '/'
			const { bavail, blocks, bsize } = fs.statfsSync(place)
			return { free: bavail * bsize, total: blocks * bsize, disk: fs.statSync(place).dev }
		},
	}
}
