import { readFileSync } from 'node:fs'
import path from 'node:path'

import { planDrafts } from '#server/console/content/plan-release.ts'
import { findSamples, toSamplesKey } from '#server/console/content/require-publishable.ts'
import { readCurrent } from '#server/services/operations/releases/read-releases.ts'
import type { Wire } from '#tests/wire/test-client.ts'

import type { ConsoleBrowser } from './open-console.ts'

type Browser = Pick<ConsoleBrowser, 'get' | 'post'>

export const originOf = (file: string) => readFileSync(path.join('content', file), 'utf8')

/** Returns a file's published edit; null if it has none. */
export const readPublic = async ({ deps: { db } }: Pick<Wire, 'deps'>, file: string) => (await readCurrent(db))?.edits[file] ?? null

export const addressOf = (file: string) => `/admin/content/file?path=${encodeURIComponent(file)}`
export const baseIn = (text: string) => /name="base" value="([^"]*)"/.exec(text)?.[1] ?? ''

export async function saveText(browser: Browser, file: string, text: string, base?: string) {
	const asked = base ?? baseIn((await browser.get(`${addressOf(file)}&as=text`)).text)
	const place = { form_id: '-admin-content-file', form_page: `${addressOf(file)}&as=text` }
	const fields = { path: file, as: 'text', base: asked, text: text.replaceAll('\n', '\r\n'), do: 'save' }
	return browser.post('/admin/content/file', { ...place, ...fields })
}

const PUBLISH = '/admin/content/publish'

/** @returns the form value that confirms the sample texts of all drafts */
export async function samplesOf({ deps }: Pick<Wire, 'deps'>): Promise<string> {
	const { edits, files } = await planDrafts(deps)
	return toSamplesKey(findSamples(edits, files))
}

const SAMPLES = /Write these texts first[^]*name="samples"[^>]*value="([^"]*)"/

/**
 * Publishes all drafts and confirms sample texts. @returns the page that follows, or the form with the reason for the refusal
 */
export async function publish(browser: Browser, fields: Readonly<Record<string, string>> = {}) {
	const id = fields.release === undefined ? '' : `-release-${fields.release}`
	const form = { form_id: `-admin-content-publish${id}`, form_page: PUBLISH, ...fields }
	const first = await browser.post(PUBLISH, form)
	const [, samples] = first.status === 422 ? (SAMPLES.exec(first.text) ?? []) : []
	const answer = samples === undefined ? first : await browser.post(PUBLISH, { ...form, samples: samples.replaceAll('&amp;', '&') })
	return answer.status === 303 ? (await browser.get(answer.to)).text : answer.text
}
