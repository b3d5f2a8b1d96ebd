import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { makeDir } from '#tests/setup/embedded-dir.ts'

import { chooseServerDir, findClosedDir } from './choose-server-dir.ts'

const stranger = { uid: 54_321, gid: 54_321 }

test('a path is accessible if the account can enter every directory on it', () => {
	const dir = makeDir()
	const inner = path.join(dir, 'closed', 'inner')
	fs.mkdirSync(inner, { recursive: true })
	expect(findClosedDir(inner, stranger)).toBe(null)

	fs.chmodSync(path.join(dir, 'closed'), 0o700)
	expect(findClosedDir(inner, stranger)).toBe(path.join(dir, 'closed'))
	const { uid, gid } = fs.statSync(dir)
	expect(findClosedDir(inner, { uid, gid })).toBe(null)
})

test('below a directory closed to others, root’s database goes to a stable accessible place, even after a move', () => {
	const dir = makeDir()
	const home = path.join(dir, 'home')
	const refuge = path.join(dir, 'refuge')
	fs.mkdirSync(home, { mode: 0o700 })
	const isRoot = process.getuid?.() === 0
	const choose = (name: string) => chooseServerDir(path.join(home, name), () => {}, refuge)

	const chosen = choose('data')
	expect(path.dirname(chosen)).toBe(isRoot ? refuge : home)
	expect(choose('data')).toBe(chosen)
	fs.renameSync(path.join(home, 'data'), path.join(home, 'moved'))
	expect(choose('moved')).toBe(isRoot ? chosen : path.join(home, 'moved'))
})

test('an accessible data directory holds the database itself, even after it was closed', () => {
	const data = path.join(makeDir(), 'data')
	expect(chooseServerDir(data, () => {})).toBe(data)
	fs.chmodSync(data, 0o700)
	expect(chooseServerDir(data, () => {})).toBe(data)
})
