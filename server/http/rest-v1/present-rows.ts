import type { HttpContext } from '#server/http/environment.ts'
import type {
	CallRequest,
	Format,
	ReadRequest,
	RestRequest,
	RowsAnswer,
	WriteRequest,
} from '#server/services/platform/rest/request-tree.ts'

const CONTENT_TYPE: Record<Format['kind'], string> = {
	json: 'application/json; charset=utf-8',
	object: 'application/vnd.pgrst.object+json; charset=utf-8',
	csv: 'text/csv; charset=utf-8',
}

/** `<first>-<last>/<total>`, with stars for what is empty or unknown. */
export function presentRange(first: number, found: number, total: number | null): string {
	const rows = found > 0 ? `${first}-${first + found - 1}` : '*'
	return `${rows}/${total ?? '*'}`
}

function describeRead({ query }: ReadRequest | CallRequest, { found, total, isVoid }: RowsAnswer) {
	if (isVoid) return { range: presentRange(0, 0, null), status: 204 }
	return { range: presentRange(query.offset, found, total), status: total !== null && found < total ? 206 : 200 }
}

function describeWrite({ method, wishes }: WriteRequest, { found, inserted }: RowsAnswer) {
	const total = wishes.wantsCount ? found : null
	// An insert and a delete report only a count.
	const range = method === 'update' ? presentRange(0, found, total) : presentRange(0, 0, total)
	if (method !== 'insert') return { range, status: wishes.wantsRows ? 200 : 204 }
	return { range, status: wishes.onDuplicate === 'merge' && inserted === 0 ? 200 : 201 }
}

/** The answer to a request that succeeded. */
export function presentRows(c: HttpContext, request: RestRequest, answer: RowsAnswer): Response {
	const isWrite = request.method !== 'read' && request.method !== 'call'
	const { range, status } = isWrite ? describeWrite(request, answer) : describeRead(request, answer)
	c.header('Content-Range', range)
	c.status(status as 200)
	if (status === 204 || (isWrite && !request.wishes.wantsRows)) return c.body(null)
	c.header('Content-Type', CONTENT_TYPE[request.format.kind])
	return c.req.method === 'HEAD' ? c.body(null) : c.body(answer.body)
}
