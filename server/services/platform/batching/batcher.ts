import { isOutage } from '#server/kernel/errors.ts'

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

type BatcherParts<Item, Result> = {
	/**
	 * Runs a batch.
	 * @returns one result per item, in order
	 */
	run: (items: readonly Item[]) => Promise<readonly Result[]>
	/** Maximum items per batch, which limits how long a caller waits for others. */
	maxItems: number
	/** Weight of an item, if sizes differ. A batch stays within `maxWeight` but contains at least one item. */
	weigh?: (item: Item) => number
	maxWeight?: number
}

/** Maximum batches that run at once: while one waits for the database, the next one fills up. */
const MAX_RUNNING = 2

/**
 * Collects calls of many requests and runs them together; a single call starts immediately. Every call sees state at least as
 * recent as when it was added.
 */
export class Batcher<Item, Result> {
	readonly #parts: BatcherParts<Item, Result>
	readonly #waiting: Waiting<Item, Result>[] = []
	#running = 0

	constructor(parts: BatcherParts<Item, Result>) {
		this.#parts = parts
	}

	/** @throws what `run` throws for this item */
	add(item: Item): Promise<Result> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ item, resolve, reject })
			// Start later in this event loop turn, so that requests that arrive together share a batch.
			if (this.#waiting.length === 1) setImmediate(() => this.#start())
		})
	}

	#start(): void {
		while (this.#running < MAX_RUNNING && this.#waiting.length > 0) {
			const batch = this.#takeBatch()
			this.#running += 1
			void this.#run(batch).finally(() => {
				this.#running -= 1
				this.#start()
			})
		}
	}

	#takeBatch(): Waiting<Item, Result>[] {
		const { maxItems, weigh, maxWeight = Number.POSITIVE_INFINITY } = this.#parts
		let weight = 0
		const end = this.#waiting.findIndex(({ item }, index) => {
			weight += weigh?.(item) ?? 0
			return index > 0 && (index >= maxItems || weight > maxWeight)
		})
		return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
	}

	async #run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
		try {
			const results = await this.#parts.run(batch.map(({ item }) => item))
			if (results.length !== batch.length) throw new Error(`a batch of ${batch.length} returned ${results.length} results`)
			for (const [index, result] of results.entries()) batch[index]?.resolve(result)
		} catch (error) {
			// Don't retry during an outage: each call would wait for the database again.
			if (batch.length === 1 || isOutage(error)) for (const call of batch) call.reject(error)
			// A failing call must not fail the others, so each call runs again separately.
			else for (const call of batch) await this.#run([call])
		}
	}
}
