import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDERS = ['course', 'tracks', 'documents', 'downloads', 'articles', 'free-trial', 'selector']
const ADVICE =
	/(?:your|my) own (?:credit )?card|(?:bought|buy) (?:it|the file) (?:myself|yourself)|buy your own (?:offer|product)|refund(?:ed)? (?:my|your)self|(?:own|your) test purchase/i

/** Payment providers forbid sellers to test live payments with their own card. */
test('no lesson, document or article asks sellers to pay themselves', () => {
	const texts = FOLDERS.flatMap((folder) => {
		const files = readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
		return files.filter((file) => /\.(?:md|json)$/.test(file)).map((file) => join(folder, file))
	})
	expect(texts.length).toBeGreaterThan(100)
	const lines = texts.flatMap((file) =>
		readFileSync(join(import.meta.dirname, file), 'utf8')
			.split('\n')
			.flatMap((line, index) => (ADVICE.test(line) && !line.includes('Do not pay with your own card') ? `${file}:${index + 1}` : [])),
	)
	expect(lines).toEqual([])
})
