/**
 * Streams chunks only as fast as they are read, at most one ahead, and ends the generator if the reader leaves. Starts the generator
 * immediately, because one that hasn't started would skip its `finally`.
 */
export const streamOf = (chunks: AsyncGenerator<Uint8Array>) =>
	new ReadableStream<Uint8Array<ArrayBuffer>>({
		async pull(controller) {
			const { done, value } = await chunks.next()
			if (done) controller.close()
			else controller.enqueue(Uint8Array.from(value))
		},
		async cancel() {
			await chunks.return(undefined)
		},
	})
