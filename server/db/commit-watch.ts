import type { Logger } from '#server/kernel/logger.ts'

/** Time after which a waiting commit counts as hanging. A failover takes less time, but a primary without its standbys waits forever. */
const LIMIT_MS = 10_000

/** Columns: commits that wait for a standby or the disk, from all sessions that we may see, and the server's address. */
export const COMMITS_WAITING = `host(inet_server_addr()) as address, array(
	select concat_ws(' ', pid, query_start) from pg_stat_activity
	where datname = current_database() and state = 'active' and lower(wait_event) in ('syncrep', 'walsync', 'walwrite')
) as waiting`

export type CommitsWaiting = { address: string | null; waiting: string[] }

export type CommitHang = { noticedAt: Date; server: string }

/**
 * Finds commits that hang, for example on a primary that doesn't know it was replaced. Their connections must be closed: PostgreSQL has a
 * time limit for statements, but none for the wait of a commit.
 */
export class CommitWatch {
	hangs = 0
	last: CommitHang | null = null
	readonly #log: Logger
	#isHanging = false
	/** Time when each waiting commit was first seen. */
	#seen = new Map<string, number>()

	constructor(log: Logger) {
		this.#log = log
	}

	/**
	 * @param nowMs milliseconds of a clock that is never set back
	 * @throws Error if a commit has waited too long
	 */
	note({ address, waiting }: CommitsWaiting, nowMs: number): void {
		this.#seen = new Map(waiting.map((commit) => [commit, this.#seen.get(commit) ?? nowMs]))
		const wasHanging = this.#isHanging
		this.#isHanging = nowMs - Math.min(nowMs, ...this.#seen.values()) >= LIMIT_MS
		if (!this.#isHanging) return
		if (!wasHanging) {
			const server = address ?? 'local'
			this.hangs += 1
			this.last = { noticedAt: new Date(), server }
			this.#log.error('commits hang: the database waits for its disk or a standby, or was replaced', { server })
		}
		throw new Error('commits hang')
	}
}
