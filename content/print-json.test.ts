import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { findMultilineObjects } from './find-open.ts'
import { printJson } from './print-json.ts'

const again = (text: string) => {
	const open = findMultilineObjects(text)
	return printJson(JSON.parse(text), (place) => open.has(place))
}

test('printing a JSON file gives the same bytes, so an edit changes only its own lines', () => {
	const files = globSync('**/*.json', { cwd: import.meta.dirname })
	expect(files.length).toBeGreaterThan(40)
	const differing = files.filter((file) => {
		const text = readFileSync(path.join(import.meta.dirname, file), 'utf8')
		return again(text) !== text
	})
	expect(differing).toEqual([])
})
