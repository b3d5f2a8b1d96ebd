import { expect, test } from 'vitest'

import { loadContent } from '#content/load-content.server.ts'
import { readShipped } from '#content/read-sources.server.ts'
import { LOGO_FILE } from '#content/schema/logo.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { readInlinePictures, toFrameHtml } from './inline-pictures.ts'
import { layoutMail } from './mail-layout.ts'

const MAIL = { heading: 'Hello', paragraphs: [], notes: [] }
const withLogo = (logo: string) => loadContent(readShipped(), new Map([[LOGO_FILE, logo]]))

const chunk = (type: string, data: number[]) => [0, 0, 0, data.length, ...Buffer.from(type), ...data, 0, 0, 0, 0]
/** Header of a valid logo; the picture itself can't be displayed. */
const png = (width: number) =>
	Buffer.from([
		0x89,
		0x50,
		0x4e,
		0x47,
		0x0d,
		0x0a,
		0x1a,
		0x0a,
		...chunk('IHDR', [0, 0, width >> 8, width & 255, 0, 0, 1, 0, 8, 6, 0, 0, 0]),
		...chunk('IDAT', []),
		...chunk('IEND', []),
	]).toString('base64')
const drawn = (width: number) =>
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 256"><image width="${width}" height="256" href="data:image/png;base64,${png(width)}"/></svg>\n`

test.each([
	['a square logo next to the name', drawn(256), '" alt="" width="40" height="40"', true],
	['a wide logo in place of the name', drawn(1024), '" alt="Launchway" width="160" height="40"', false],
])('an email has %s, which is attached', async (_name, logo, words, hasName) => {
	const { deps } = await makeTestDeps({ content: withLogo(logo) })
	const { html } = layoutMail(deps.content, MAIL)
	expect(html).toContain(`<img src="cid:logo@inline${words}`)
	expect(html.includes('>Launchway</td>')).toBe(hasName)
	const pictures = await readInlinePictures(deps, html)
	expect(pictures).toMatchObject([{ id: 'logo@inline', contentType: 'image/png' }])
	const base64 = pictures[0]?.bytes.toString('base64') ?? ''
	expect(logo).toContain(base64)
	expect(toFrameHtml(deps.content, html)).toContain(`<img src="data:image/png;base64,${base64}"`)
})

test.each([
	['the default logo', null],
	['a vector logo', '<svg viewBox="0 0 40 40"><path d="M0 0H40V20Z"/></svg>\n'],
])('an email with %s shows the name and no picture', async (_name, logo) => {
	const { deps } = await makeTestDeps(logo === null ? {} : { content: withLogo(logo) })
	const { html } = layoutMail(deps.content, MAIL)
	expect([html.includes('<img'), html.includes('>Launchway</td>')]).toEqual([false, true])
	expect(await readInlinePictures(deps, html)).toEqual([])
})
