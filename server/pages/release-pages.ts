import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'

import { drawFirstPage } from '#content/draw-first-page.ts'
import type { Content } from '#content/load-content.server.ts'
import type { FileIssue } from '#content/parsed-files.ts'
import { printPicture } from '#content/print-picture.server.ts'
import { readLogoPicture } from '#content/schema/logo.ts'
import type { CaptchaProvider } from '#contracts/captcha.ts'
import type { GivenPart } from '#contracts/given-part.ts'
import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'
import { paths } from '#contracts/paths.ts'
import type { Logger } from '#server/kernel/logger.ts'

import type { App } from './app.ts'
import { bootAfterPaint } from './boot-after-paint.ts'
import { allowCaptcha } from './captcha-policy.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { pagePaths } from './page-paths.ts'
import { drawPicture, findChanged } from './pictures/draw.ts'
import { describeFile, type ServedHeaders, compressFile, type ServedFile, mediaTypeOf } from './served-file.ts'
import { feed, robots, siteMap, webManifest } from './site-files.ts'
import { structuredData, withStructuredData } from './structured-data.ts'
import { styleSheet } from './style-sheet.ts'

export const NOT_FOUND = '/404'

/** Delay before compressing pages at the best level: it takes seconds of CPU time, which visitors and the next release need first. */
const PACK_AFTER_MS = 60_000

export type PageParts = {
	app: App
	/** Built files, by path. */
	files: ReadonlyMap<string, ServedFile>
	/** URL of the site, without a trailing slash. */
	siteUrl: string
	/** App paths. Their HTML is the same for every URL, so each pattern is cached once. */
	appPaths: readonly string[]
	captcha: CaptchaProvider | null
	/** Security headers of every response. */
	careful: ServedHeaders
	log: Pick<Logger, 'error'>
}

type Made = Uint8Array | string

/** Options for rendering pages. If a page fails, the others are still rendered. */
type Making = { isWanted?: () => boolean; onFailure: (address: string, error: unknown) => void }

/** Returns a sample path for a pattern: the HTML is the same for every value of a parameter. */
const sampleOf = (address: string) => address.replaceAll(/:\w+/g, 'any')

/** Returns the path of a page's data, which client-side navigation requests. */
export const dataAddress = (page: string) => (page === '/' ? '/_.data' : `${page}.data`)

/** Pages and files that a release of the content adds to the built ones. Each is rendered at the first request and cached. */
export class ReleasePages {
	readonly paths: readonly string[]
	readonly sheet: ReturnType<typeof styleSheet>
	/** Paths requested in this release or an earlier one. */
	readonly asked = new Set<string>()
	readonly #content: Content
	readonly #parts: PageParts
	readonly #makers = new Map<string, () => ServedFile | Promise<ServedFile>>()
	readonly #done = new Map<string, ServedFile>()
	readonly #underWay = new Map<string, Promise<ServedFile>>()
	readonly #data: Readonly<Record<string, object>>

	constructor(content: Content, parts: PageParts) {
		this.#content = content
		this.#parts = parts
		this.paths = pagePaths(content, parts.app.patterns)
		this.sheet = styleSheet(parts.app.css, content)
		this.#data = structuredData(content)
		for (const page of [...this.paths, ...parts.appPaths, NOT_FOUND]) {
			this.#makers.set(page, () => this.#makePage(page))
			if (page !== NOT_FOUND)
				this.#makers.set(dataAddress(page), async () => this.#keep(dataAddress(page), await this.#render(dataAddress(page))))
		}
		for (const [address, make] of Object.entries(this.#listFiles()))
			this.#makers.set(address, async () => this.#keep(address, await make()))
	}

	#logFailure = (address: string, error: unknown): void => this.#parts.log.error('page rendering failed', { address, error })

	has = (address: string): boolean => this.#makers.has(address)

	/** Finds a page or file. Returns a promise if it has to be rendered first; null if this release doesn't have it. */
	find(address: string): ServedFile | Promise<ServedFile> | null {
		const done = this.#done.get(address)
		if (done) return done
		const make = this.#makers.get(address)
		if (!make) return null
		const underWay = this.#underWay.get(address) ?? this.#make(address, make)
		this.#underWay.set(address, underWay)
		return underWay
	}

	/** Renders pages that visitors requested in the previous release, so that no one has to wait for them. */
	async prepare({ asked }: Pick<ReleasePages, 'asked'>): Promise<void> {
		for (const address of asked) if (this.has(address)) this.asked.add(address)
		await this.#makeEach(this.asked, { onFailure: this.#logFailure })
	}

	/**
	 * Renders all pages, and compresses them at the best level later.
	 * @param isWanted returns false to stop
	 */
	async makeAll(isWanted: () => boolean): Promise<void> {
		const addresses = [...this.paths, ...this.#parts.appPaths].flatMap((page) => [page, dataAddress(page)])
		await this.#makeEach(addresses, { isWanted, onFailure: this.#logFailure })
		await sleep(PACK_AFTER_MS, undefined, { ref: false })
		for (const address of addresses) {
			const file = this.#done.get(address)
			if (!isWanted()) return
			if (file) file.packed = await compressFile(file.plain, 11)
		}
	}

	/** Renders a page for a preview; null if there is no such page. It isn't compressed, because a preview is viewed only once. */
	async draw(address: string): Promise<{ html: string; policy: string } | null> {
		if (!this.paths.includes(address) && !this.#parts.appPaths.includes(address)) return null
		const made = await (this.#done.get(address) ?? this.#underWay.get(address))
		if (made) return { html: new TextDecoder().decode(made.plain), policy: made.headers['content-security-policy'] ?? '' }
		const { page, policy } = this.#finish(address, await this.#render(address))
		return { html: this.#withOrigin(page), policy: allowCaptcha(policy, this.#parts.captcha) }
	}

	/** Renders a page for one request only. The page is never cached. */
	async present(request: Request, given: GivenPart): Promise<Response> {
		const { app, careful, captcha } = this.#parts
		const answer = await app.render(request, this.#content, given)
		if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
		const { page, policy } = this.#finish(new URL(request.url).pathname, await answer.text())
		const headers = {
			...careful,
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
		await this.#makeEach(this.paths, {
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

	/** Renders pages two at a time: one is compressed in a thread while the next is rendered. Requests are handled in between. */
	async #makeEach(addresses: Iterable<string>, { isWanted = () => true, onFailure }: Making): Promise<void> {
		const waiting = [...addresses]
		const makeNext = async () => {
			for (let address = waiting.shift(); address !== undefined && isWanted(); address = waiting.shift()) {
				try {
					await this.find(address)
				} catch (error) {
					onFailure(address, error)
				}
				await breathe()
			}
		}
		await Promise.all([makeNext(), makeNext()])
	}

	async #make(address: string, make: () => ServedFile | Promise<ServedFile>): Promise<ServedFile> {
		try {
			const file = await make()
			this.#done.set(address, file)
			return file
		} finally {
			this.#underWay.delete(address)
		}
	}

	async #keep(address: string, made: Made, policy?: string): Promise<ServedFile> {
		const { careful, captcha } = this.#parts
		const plain = typeof made === 'string' ? new TextEncoder().encode(this.#withOrigin(made)) : new Uint8Array(made)
		const isText = typeof made === 'string'
		return describeFile(address, plain, {
			careful,
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

	async #makePage(address: string): Promise<ServedFile> {
		const { page, policy } = this.#finish(address, await this.#render(address))
		return this.#keep(address, page, policy)
	}

	#finish(address: string, html: string): { page: string; policy: string } {
		const styled = html.replace('</head>', () => `${this.sheet.headOf(address, html)}</head>`)
		const booted = bootAfterPaint(styled, address, this.sheet.url)
		const page = this.#withOrigin(withStructuredData(booted, this.#data[address]))
		return { page, policy: contentSecurityPolicy(page, address) }
	}

	/** Lists the release's files other than pages, by path. */
	#listFiles(): Record<string, () => Made | Promise<Made>> {
		const content = this.#content
		const { sheet } = this
		const logo = readLogoPicture(content.logo)
		return {
			'/sitemap.xml': async () => siteMap(await this.#readPages(), content.articles),
			'/feed.xml': () => feed(content),
			'/robots.txt': robots,
			'/site.webmanifest': () => webManifest(content),
			'/offline-files.json': () => this.#listOfflineFiles(),
			[sheet.url]: () => sheet.shared,
			...(logo && { [logo.address]: () => Buffer.from(logo.png, 'base64') }),
			...(sheet.heading && { [sheet.heading.url]: () => sheet.heading?.bytes ?? '' }),
			...Object.fromEntries(
				[...content.libraryDocuments.values()].map((document) => [
					paths.documentPicture(document.slug),
					() => printPicture(drawFirstPage(document)),
				]),
			),
			...Object.fromEntries(findChanged(content).map((picture) => [`/${picture.file}`, () => drawPicture(picture)])),
		}
	}

	async #readPages(): Promise<ReadonlyMap<string, string>> {
		const pages = new Map<string, string>()
		for (const page of this.paths) pages.set(page, new TextDecoder().decode((await this.find(page))?.plain))
		return pages
	}

	/** Lists files for app/lib/keep-module.ts, with sizes in bytes. */
	#listOfflineFiles(): string {
		const built = [...this.#parts.files].filter(([address]) => /^\/assets\/.*\.(?:js|css|svg|woff2)$/.test(address))
		const own = [
			{ address: this.sheet.url, bytes: Buffer.byteLength(this.sheet.shared) },
			...(this.sheet.heading ? [{ address: this.sheet.heading.url, bytes: this.sheet.heading.bytes.length }] : []),
		]
		const files = [...built.map(([address, { plain }]) => ({ address, bytes: plain.length })), ...own]
		return JSON.stringify({
			files: files.map(({ address }) => address).toSorted(),
			bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
		})
	}
}
