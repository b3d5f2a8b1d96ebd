import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { loadedContent } from './loaded.server.ts'
import { renderLegal } from './render-legal.server.ts'
import { LEGAL_IDS } from './schema/legal.ts'

const NAME = 'Harbor: "one" #1 & <script>alert(1)</script>'

test.each(LEGAL_IDS)('any site name in %s is escaped for YAML and HTML', (id) => {
	const source = readFileSync(new URL(`legal/${id}.md`, import.meta.url), 'utf8')
		.replace(/^summary: /m, 'summary: About {program}. ')
		.replace('\n## ', '\nThis is {brand}.\n\n## ')
	const page = renderLegal(id, source, { ...loadedContent.legalNames, brand: NAME, program: NAME })
	expect(page.summary).toContain(NAME)
	expect(page.bodyHtml).toContain('This is Harbor: "one" #1')
	expect(page.bodyHtml).not.toContain('<script')
})

test('an unknown placeholder is reported', () => {
	const source = readFileSync(new URL('legal/terms.md', import.meta.url), 'utf8')
	expect(() => renderLegal('terms', `${source}\n{unknown}\n`, loadedContent.legalNames)).toThrow('unknown name {unknown}')
})
