import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

import { renderLegal } from './render-legal.server.ts'
import { LEGAL_IDS } from './schema/legal.ts'

const NAME = vi.hoisted(() => 'Harbor: "one" #1 & <script>alert(1)</script>')
vi.mock(import('./site.json'), async (original) => {
	const { default: site } = await original()
	return { default: { ...site, name: NAME, program: NAME } }
})

test.each(LEGAL_IDS)('the name of the site may be any text in %s: it is no YAML, and no HTML', (id) => {
	const source = readFileSync(new URL(`legal/${id}.md`, import.meta.url), 'utf8')
		.replace(/^summary: /m, 'summary: About {program}. ')
		.replace('\n## ', '\nThis is {brand}.\n\n## ')
	const page = renderLegal(id, source)
	expect(page.summary).toContain(NAME)
	expect(page.bodyHtml).toContain('This is Harbor: "one" #1')
	expect(page.bodyHtml).not.toContain('<script')
})

test('a name that nobody knows is named', () => {
	const source = readFileSync(new URL('legal/terms.md', import.meta.url), 'utf8')
	expect(() => renderLegal('terms', `${source}\n{nobody}\n`)).toThrow('unknown name {nobody}')
})
