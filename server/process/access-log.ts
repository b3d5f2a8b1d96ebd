import type { WorkListener } from '#server/services/platform/work/work-watch.ts'

const FLUSH_MS = 100
const MAX_BUFFERED = 64 * 1024

/**
 * Creates a log with a JSON object per request, without path, query, account or full address. Lines are at most a tenth of a
 * second late.
 * @param write receives complete lines
 */
export function createAccessLog(write: (lines: string) => void) {
	let buffered = ''
	let timer: NodeJS.Timeout | undefined

	function flush(): void {
		clearTimeout(timer)
		timer = undefined
		if (buffered !== '') write(buffered)
		buffered = ''
	}

	const ended: WorkListener['ended'] = ({ work: { request, requestId, traceId, name }, outcome, milliseconds }) => {
		if (!request) return
		const entry = {
			time: new Date().toISOString(),
			level: 'info',
			message: 'request',
			requestId,
			traceId,
			method: request.method,
			route: name(),
			status: Number(outcome),
			ms: Math.round(milliseconds * 10) / 10,
			network: request.network,
		}
		buffered += `${JSON.stringify(entry)}\n`
		if (buffered.length >= MAX_BUFFERED) flush()
		else timer ??= setTimeout(flush, FLUSH_MS)
	}
	return { ended, flush }
}
