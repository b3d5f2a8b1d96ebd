import { globSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'

import type { ServiceContext } from '#server/services/context.ts'

export type PreviewPage = { address: string; title: string; isChanged: boolean }

/** Answers to addresses that no page has. */
const NO_ADDRESS = new Set(['404.html', '__spa-fallback.html'])

const clientOf = (folder: string) => path.join(folder, 'client')

const addressOf = (file: string) => `/${file.replaceAll('\\', '/').replace(/(?:^|\/)index\.html$/, '')}`

const readPage = (folder: string, file: string): Promise<string> => readFile(path.join(clientOf(folder), file), 'utf8').catch(() => '')

/** What somebody sees of it. */
const withoutScripts = (page: string): string =>
	page.replaceAll(/<(script|noscript)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<link rel="modulepreload"[^>]*>/g, '')

const titleOf = (page: string): string => /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? ''

/** The pages of the preview, first those that look different from the ones that are served. */
export async function comparePages({ pages, preview }: ServiceContext['site']): Promise<PreviewPage[]> {
	const files = globSync('**/*.html', { cwd: clientOf(preview.folder) }).filter((file) => !NO_ADDRESS.has(file))
	const compared = await Promise.all(
		files.map(async (file) => {
			const [page, served] = await Promise.all([readPage(preview.folder, file), readPage(pages, file)])
			return { address: addressOf(file), title: titleOf(page), isChanged: withoutScripts(page) !== withoutScripts(served) }
		}),
	)
	return compared.toSorted(
		(one, other) => Number(other.isChanged) - Number(one.isChanged) || one.address.localeCompare(other.address, 'en', { numeric: true }),
	)
}

/** Every address of the site that is written in it leads to the preview, below `base`. */
const into = (base: string, text: string): string =>
	text.replaceAll(/(\s(?:href|src|action)="|url\(["']?)\/(?!\/)/g, (_, before: string) => `${before}${base}/`)

/**
 * A file of the preview by its address on the site: a page without its scripts, and with its links led to `base`, or what a page
 * loads. Null when there is none.
 */
export async function readPreviewFile(folder: string, address: string, base: string): Promise<{ file: string; body: Uint8Array } | null> {
	const client = clientOf(folder)
	const asked = path.join(client, path.posix.normalize(`/${address}`))
	if (path.relative(client, asked).startsWith('..')) return null
	for (const file of [path.join(asked, 'index.html'), asked]) {
		if (!(await stat(file).catch(() => null))?.isFile()) continue
		const body = await readFile(file)
		const text = body.toString('utf8')
		if (file.endsWith('.html')) return { file, body: Buffer.from(into(base, withoutScripts(text))) }
		return { file, body: file.endsWith('.css') ? Buffer.from(into(base, text)) : body }
	}
	return null
}
