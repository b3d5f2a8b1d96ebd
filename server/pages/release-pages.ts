import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'

import { drawFirstPage } from '#content/draw-first-page.ts'
import type { Content } from '#content/load-content.server.ts'
import { findNewAddress } from '#content/own-pages.ts'
import type { FileIssue } from '#content/parsed-files.ts'
import { printPicture } from '#content/print-picture.server.ts'
import { readLogoPicture } from '#content/schema/logo.ts'
import type { CaptchaProvider } from '#contracts/captcha.ts'
import type { GivenPart } from '#contracts/given-part.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'
import type { Logger } from '#server/kernel/logger.ts'

import type { App } from './app.ts'
import { bootAfterPaint } from './boot-after-paint.ts'
import { allowCaptcha, contentSecurityPolicy } from './content-security-policy.ts'
import { buildJsonLd, insertJsonLd } from './json-ld.ts'
import { pagePaths } from './page-paths.ts'
import { drawPicture, findChangedPictures } from './pictures/draw.ts'
import { compressFile, servedFile, mediaTypeOf, type ServedFile, type ServedHeaders } from './served-file.ts'
import { feed, robots, siteMap, webManifest } from './site-files.ts'
import { styleSheet } from './style-sheet.ts'

export const NOT_FOUND = '/404'

/** Delay before compressing pages at the best level. It takes seconds of CPU time, which visitors and the next release need first. */
const COMPRESS_AFTER_MS = 300_000

export type PageParts = {
	app: App
	/** Built files, by path. */
	files: ReadonlyMap<string, ServedFile>
	/** URL of the site, without a trailing slash. */
	siteUrl: string
	/** App paths. Their HTML is the same for every URL, so each pattern is cached once. */
	appPaths: readonly string[]
	captcha: CaptchaProvider | null
	securityHeaders: ServedHeaders
	log: Pick<Logger, 'error'>
}

type Rendered = Uint8Array | string

/** Rendering options. `isWanted` returns false to stop. If a page fails, the others are still rendered. */
type RenderOptions = { isWanted?: () => boolean; onFailure: (address: string, error: unknown) => void }

/** Returns a sample path for a pattern: the HTML is the same for every value of a parameter. */
const sampleOf = (address: string) => address.replaceAll(/:\w+/g, 'any')

/** Returns the path of a page's data, which client-side navigation requests. */
export const dataAddress = (page: string) => (page === '/' ? '/_.data' : `${page}.data`)

/** Pages and files that a release of the content adds to the built ones. Each is rendered at the first request and cached. */
export class ReleasePages {
	readonly paths: readonly string[]
	readonly sheet: ReturnType<typeof styleSheet>
	/** Paths requested in this release or an earlier one. */
	readonly requestedPaths = new Set<string>()
	readonly #content: Content
	readonly #parts: PageParts
	readonly #renderers = new Map<string, () => ServedFile | Promise<ServedFile>>()
	readonly #cached = new Map<string, ServedFile>()
	readonly #pending = new Map<string, Promise<ServedFile>>()
	readonly #data: Readonly<Record<string, object>>

	constructor(content: Content, parts: PageParts) {
		this.#content = content
		this.#parts = parts
		this.paths = pagePaths(content, parts.app.patterns).filter((path) => !isHiddenPage(content.site, path))
		this.sheet = styleSheet(parts.app.css, content)
		this.#data = buildJsonLd(content)
		for (const page of [...this.paths, ...parts.appPaths, NOT_FOUND]) {
			this.#renderers.set(page, () => this.#renderPage(page))
			if (page !== NOT_FOUND)
				this.#renderers.set(dataAddress(page), async () => this.#toServedFile(dataAddress(page), await this.#render(dataAddress(page))))
		}
		for (const [address, create] of Object.entries(this.#listFiles()))
			this.#renderers.set(address, async () => this.#toServedFile(address, await create()))
	}

	#logFailure = (address: string, error: unknown): void => this.#parts.log.error('page rendering failed', { address, error })

	has = (address: string): boolean => this.#renderers.has(address)

	/** Finds a page or file. Returns a promise if it has to be rendered first; null if this release doesn't have it. */
	find(address: string): ServedFile | Promise<ServedFile> | null {
		const cached = this.#cached.get(address)
		if (cached) return cached
		const render = this.#renderers.get(address)
		if (!render) return null
		const pending = this.#pending.get(address) ?? this.#renderOnce(address, render)
		this.#pending.set(address, pending)
		return pending
	}

	/** Renders pages that visitors requested in the previous release, so that no one has to wait for them. */
	async prepare({ requestedPaths }: Pick<ReleasePages, 'requestedPaths'>): Promise<void> {
		for (const address of requestedPaths) if (this.has(address)) this.requestedPaths.add(address)
		await this.#renderEach(this.requestedPaths, { onFailure: this.#logFailure })
	}

	/**
	 * Renders all pages, and compresses them at the best level later.
	 * @param isWanted returns false to stop
	 */
	async renderAll(isWanted: () => boolean): Promise<void> {
		const addresses = [...this.paths, ...this.#parts.appPaths].flatMap((page) => [page, dataAddress(page)])
		await this.#renderEach(addresses, { isWanted, onFailure: this.#logFailure })
		await sleep(COMPRESS_AFTER_MS, undefined, { ref: false })
		for (const address of addresses) {
			const file = this.#cached.get(address)
			if (!isWanted()) return
			if (file) file.packed = await compressFile(file.plain, 11)
		}
	}

	/** Renders a page for a preview; null if there is no such page. It isn't compressed, because a preview is viewed only once. */
	async renderPreview(address: string): Promise<{ html: string; policy: string } | null> {
		if (!this.paths.includes(address) && !this.#parts.appPaths.includes(address)) return null
		const rendered = await (this.#cached.get(address) ?? this.#pending.get(address))
		if (rendered) return { html: new TextDecoder().decode(rendered.plain), policy: rendered.headers['content-security-policy'] ?? '' }
		const { page, policy } = this.#finish(address, await this.#render(address))
		return { html: this.#withOrigin(page), policy: allowCaptcha(policy, this.#parts.captcha) }
	}

	/** Renders a page for one request only. The page is never cached. */
	async renderForRequest(request: Request, given: GivenPart): Promise<Response> {
		const { app, securityHeaders, captcha } = this.#parts
		const answer = await app.render(request, this.#content, given)
		if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
		const { page, policy } = this.#finish(new URL(request.url).pathname, await answer.text())
		const headers = {
			...securityHeaders,
			'content-type': mediaTypeOf(''),
			'cache-control': 'no-store',
			'content-security-policy': allowCaptcha(policy, captcha),
		}
		return new Response(page, { status: answer.status, headers })
	}

	/**
	 * Renders all pages.
	 * @returns the pages that fail, each with the file most likely to be the cause
	 */
	async findBroken(): Promise<FileIssue[]> {
		const broken: FileIssue[] = []
		await this.#renderEach(this.paths, {
			onFailure(address, error) {
				const [, slug] = /^\/articles\/(.+)$/.exec(address) ?? []
				const file = slug === undefined ? 'site.json' : `articles/${slug}.md`
				broken.push({
					file,
					line: 1,
					message: `the page ${address} cannot be rendered: ${error instanceof Error ? error.message : String(error)}`,
				})
			},
		})
		return broken
	}

	/** Renders pages two at a time, so that one is rendered while the other is compressed in a thread. Lets requests run in between. */
	async #renderEach(addresses: Iterable<string>, { isWanted = () => true, onFailure }: RenderOptions): Promise<void> {
		const waiting = [...addresses]
		const renderNext = async () => {
			for (let address = waiting.shift(); address !== undefined && isWanted(); address = waiting.shift()) {
				try {
					await this.find(address)
				} catch (error) {
					onFailure(address, error)
				}
				await breathe()
			}
		}
		await Promise.all([renderNext(), renderNext()])
	}

	async #renderOnce(address: string, render: () => ServedFile | Promise<ServedFile>): Promise<ServedFile> {
		try {
			const file = await render()
			this.#cached.set(address, file)
			return file
		} finally {
			this.#pending.delete(address)
		}
	}

	async #toServedFile(address: string, rendered: Rendered, policy?: string): Promise<ServedFile> {
		const { securityHeaders, captcha } = this.#parts
		const isText = typeof rendered === 'string'
		const plain = isText ? new TextEncoder().encode(this.#withOrigin(rendered)) : new Uint8Array(rendered)
		return servedFile(address, plain, {
			securityHeaders,
			packed: isText ? await compressFile(plain, 5) : {},
			...(policy !== undefined && { policy: allowCaptcha(policy, captcha) }),
		})
	}

	#withOrigin(text: string): string {
		const { siteUrl } = this.#parts
		return text.replaceAll(ORIGIN_TOKEN, siteUrl).replaceAll(encodeURIComponent(ORIGIN_TOKEN), encodeURIComponent(siteUrl))
	}

	async #render(address: string): Promise<string> {
		const answer = await this.#parts.app.render(new Request(`http://localhost${sampleOf(address)}`), this.#content)
		const text = await answer.text()
		if (answer.status !== 200) throw new Error(`${address} could not be rendered: ${answer.status} ${text.slice(0, 500)}`)
		return text
	}

	async #renderPage(address: string): Promise<ServedFile> {
		const { page, policy } = this.#finish(address, await this.#render(address))
		return this.#toServedFile(address, page, policy)
	}

	#finish(address: string, html: string): { page: string; policy: string } {
		const styled = html.replace('</head>', () => `${this.sheet.headOf(address, html)}</head>`)
		const booted = bootAfterPaint(styled, address, this.sheet.url)
		const page = this.#withOrigin(insertJsonLd(booted, this.#data[address]))
		return { page, policy: contentSecurityPolicy(page, address) }
	}

	/** Lists the release's files other than pages, by path. */
	#listFiles(): Record<string, () => Rendered | Promise<Rendered>> {
		const content = this.#content
		const { sheet } = this
		const logos = [content.logo, content.darkLogo ?? ''].flatMap((logo) => readLogoPicture(logo) ?? [])
		return {
			'/sitemap.xml': async () => siteMap(await this.#readPages(), content.articles),
			'/feed.xml': () => feed(content),
			'/robots.txt': robots,
			'/site.webmanifest': () => webManifest(content),
			'/offline-files.json': () => this.#listOfflineFiles(),
			[sheet.url]: () => sheet.shared,
			...Object.fromEntries(logos.map(({ address, png }) => [address, () => Buffer.from(png, 'base64')])),
			...(sheet.heading && { [sheet.heading.url]: () => sheet.heading?.bytes ?? '' }),
			...Object.fromEntries(
				[...content.libraryDocuments.values()].map((document) => [
					paths.documentPicture(document.slug),
					() => printPicture(drawFirstPage(document)),
				]),
			),
			...Object.fromEntries(findChangedPictures(content).map((picture) => [`/${picture.file}`, () => drawPicture(picture)])),
		}
	}

	/** Returns the current address for a former one; null if there is none. */
	findNewAddress = (path: string): string | null => findNewAddress(this.#content, path)

	async #readPages(): Promise<ReadonlyMap<string, string>> {
		const pages = new Map<string, string>()
		for (const page of this.paths) pages.set(page, new TextDecoder().decode((await this.find(page))?.plain))
		return pages
	}

	/** Returns as JSON the files that a module kept offline needs (app/lib/keep-module.ts), and their total size in bytes. */
	#listOfflineFiles(): string {
		const built = [...this.#parts.files].filter(([address]) => /^\/assets\/.*\.(?:js|css|svg|woff2)$/.test(address))
		const ofRelease = [
			{ address: this.sheet.url, bytes: Buffer.byteLength(this.sheet.shared) },
			...(this.sheet.heading ? [{ address: this.sheet.heading.url, bytes: this.sheet.heading.bytes.length }] : []),
		]
		const files = [...built.map(([address, { plain }]) => ({ address, bytes: plain.length })), ...ofRelease]
		return JSON.stringify({
			files: files.map(({ address }) => address).toSorted(),
			bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
		})
	}
}
