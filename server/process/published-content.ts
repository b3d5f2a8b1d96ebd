import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { checkRelease } from '#content/check/check-release.server.ts'
import type { Content } from '#content/load-content.server.ts'
import { loadedContent as loadedAtStart, loadEdited, loadEditedWithMarks } from '#content/loaded.server.ts'
import { TextMarks } from '#content/marks/text-marks.ts'
import { ContentProblem, type FileIssue } from '#content/parsed-files.ts'
import type { Edits } from '#content/sources.ts'
import type { Db } from '#server/db/database.ts'
import type { Connection } from '#server/db/pools.ts'
import { isOutage, logFailure } from '#server/kernel/errors.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { findReplacedOffers } from '#server/services/commerce/offers/sold-codes.ts'
import { readCurrent, readCurrentNumber, toSources } from '#server/services/operations/releases/read-releases.ts'

/** Interval between checks for releases whose notification was lost along with the connection. */
const POLL_MS = 3000
const RECONNECT_MS = 1000

type ReleaseHooks = {
	/** Prepares a release. The previous one is served until this resolves. */
	prepare: (content: Content) => Promise<void>
	/** Finds problems in valid files: a page can't be rendered, or a live site would show a placeholder. */
	findProblems: (content: Content) => Promise<FileIssue[]>
}

/** Maximum cached contents: enough for all drafts, the drafts to publish, and the draft of a single file. */
const MAX_DRAFTS = 3

/** Returns a cached content or loads it. Keeps the most recently used entries. */
function getOrLoad(known: Map<string, Content>, key: string, load: () => Content): Content {
	const content = known.get(key) ?? load()
	known.delete(key)
	known.set(key, content)
	for (const oldest of [...known.keys()].slice(0, -MAX_DRAFTS)) known.delete(oldest)
	return content
}

/** Returns the cache key of edits. They are sorted, because PostgreSQL's jsonb orders keys differently. */
const nameEdits = (edits: Edits): string => JSON.stringify(Object.entries(edits).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** Serves the newest release in the database. */
export class PublishedContent {
	readonly #db: Db
	readonly #log: Logger
	readonly #hooks: ReleaseHooks
	#content = loadedAtStart
	/** Number of the release; null for the content loaded at startup. */
	#number: number | null = null
	#refused: { number: number; error: unknown } | null = null
	/** Contents by their edits, so that a publication checks, previews and serves the same object. */
	readonly #drafts = new Map<string, Content>()
	readonly #marks = new TextMarks()
	readonly #marked = new Map<string, Content>()
	/** Last logged problem, so that each is logged only once. */
	#reported: unknown = null
	#loading: Promise<void> = Promise.resolve()

	constructor(db: Db, log: Logger, hooks: Partial<ReleaseHooks> = {}) {
		this.#db = db
		this.#log = log
		this.#hooks = { prepare: async () => {}, findProblems: async () => [], ...hooks }
	}

	get content(): Content {
		return this.#content
	}

	get number(): number | null {
		return this.#number
	}

	/** @throws ContentProblem if the content can't be loaded */
	loadDraft = (edits: Edits): Content => {
		return getOrLoad(this.#drafts, nameEdits(edits), () => loadEdited(toSources(edits)))
	}

	/**
	 * Loads edits with markers that lead from texts to files.
	 * @throws ContentProblem if the content can't be loaded
	 */
	loadWithMarkers = (edits: Edits): { content: Content; marks: TextMarks } => {
		return {
			content: getOrLoad(this.#marked, nameEdits(edits), () => loadEditedWithMarks(toSources(edits), this.#marks)),
			marks: this.#marks,
		}
	}

	/** @throws ContentProblem with file, line and field of each problem */
	requireValid = async (edits: Edits, live?: Edits): Promise<void> => {
		const issues = await checkRelease(toSources(edits), { load: () => this.loadDraft(edits), live: live && toSources(live) })
		const problems = issues.length > 0 ? issues : await this.#findProblems(this.loadDraft(edits))
		if (problems.length > 0) throw new ContentProblem(problems)
	}

	async #findProblems(next: Content): Promise<FileIssue[]> {
		const replaced = await findReplacedOffers(this.#db, { live: this.#content.offers, next: next.offers })
		return [...replaced, ...(await this.#hooks.findProblems(next))]
	}

	/** @throws ContentProblem if the newest release can't be loaded; this process then keeps its current content */
	loadNewest = (): Promise<void> => {
		const loading = this.#loading.then(() => this.#loadNewest())
		this.#loading = loading.catch(() => {})
		return loading
	}

	async #loadNewest(): Promise<void> {
		const newest = await readCurrentNumber(this.#db)
		if (newest === this.#number) return
		// The listener may have failed on this release first, but the publisher must get the error, too.
		if (newest !== null && newest === this.#refused?.number) throw this.#refused.error
		const release = await readCurrent(this.#db)
		try {
			const content = this.loadDraft(release?.edits ?? {})
			await this.#hooks.prepare(content)
			this.#content = content
			this.#number = release?.number ?? null
			this.#refused = null
		} catch (error) {
			this.#refused = release && { number: release.number, error }
			throw error
		}
	}

	#loadInBackground = (): void =>
		void this.loadNewest().catch((error: unknown) => {
			if (error !== this.#reported) logFailure(this.#log, 'could not load the newest release', { error })
			this.#reported = error
		})

	async #listen(connection: Connection, signal: AbortSignal): Promise<void> {
		const client = new pg.Client({ ...connection, application_name: 'launchway-releases' })
		const ended = new Promise<void>((resolve) => client.once('end', resolve))
		const end = () => client.connection.stream.destroy()
		client.on('error', end)
		client.on('notification', this.#loadInBackground)
		signal.addEventListener('abort', end, { once: true })
		try {
			await client.connect()
			await client.query('listen content_releases')
			// Releases may have been published before the connection was listening.
			this.#loadInBackground()
			if (!signal.aborted) await ended
		} finally {
			signal.removeEventListener('abort', end)
			end()
		}
	}

	/**
	 * Loads each release within a second of its publication or, after an outage, within `pollMs`.
	 * @returns a function that stops following
	 */
	follow(connection: Connection, pollMs = POLL_MS): () => Promise<void> {
		const stopping = new AbortController()
		const { signal } = stopping
		const poll = setInterval(this.#loadInBackground, pollMs).unref()
		const listening = (async () => {
			while (!signal.aborted) {
				await this.#listen(connection, signal).catch((error: unknown) => {
					if (!signal.aborted && !isOutage(error)) this.#log.warn('cannot listen for releases', { error })
				})
				await sleep(RECONNECT_MS, undefined, { signal, ref: false }).catch(() => {})
			}
		})()
		return async () => {
			clearInterval(poll)
			stopping.abort()
			await listening
			await this.#loading
		}
	}
}
