import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'

import type { SiteWorks } from '#server/adapters/site/port.ts'

import type { ConsoleBrowser } from './open-console.ts'

/** Of a page that loads itself again while something runs. */
export const RELOADING = 'http-equiv="refresh"'

export const originOf = (file: string) => readFileSync(path.join('content', file), 'utf8')

export function quickSite(overrides: Partial<SiteWorks> = {}) {
	const folder = mkdtempSync(path.join(tmpdir(), 'edits-'))
	const edits = path.join(folder, 'content')
	const site: SiteWorks = {
		edits,
		pages: path.join(folder, 'pages'),
		check: async () => [],
		build: async () => [],
		preview: { folder: path.join(folder, 'preview'), build: async () => [] },
		takeOver: async () => {},
		styles: () => '',
		retire: vi.fn(),
		...overrides,
	}
	return { site, read: (file: string) => (existsSync(path.join(edits, file)) ? readFileSync(path.join(edits, file), 'utf8') : null) }
}

export const addressOf = (file: string) => `/admin/content/file?path=${encodeURIComponent(file)}`
export const baseIn = (text: string) => /name="base" value="([^"]*)"/.exec(text)?.[1] ?? ''

export async function saveText(browser: Pick<ConsoleBrowser, 'get' | 'post'>, file: string, text: string, base?: string) {
	const asked = base ?? baseIn((await browser.get(`${addressOf(file)}&as=text`)).text)
	const place = { form_id: '-admin-content-file', form_page: `${addressOf(file)}&as=text` }
	const fields = { path: file, as: 'text', base: asked, text: text.replaceAll('\n', '\r\n'), do: 'save' }
	return browser.post('/admin/content/file', { ...place, ...fields })
}

export async function publish(browser: Pick<ConsoleBrowser, 'get' | 'post'>, fields: Readonly<Record<string, string>> = {}) {
	await browser.post('/admin/content/publish', fields)
	const isOver = async () => {
		const { text } = await browser.get('/admin/content/publish')
		expect(text).not.toContain(RELOADING)
		return text
	}
	// Beside a whole run of tests the machine is slow.
	return vi.waitFor(isOver, { timeout: 20_000 })
}
