import { Agent, request } from 'node:http'

import type { Case } from './cases.ts'

export type Answer = { status: number; type: string; headers: Record<string, string>; body: string; ms: number }

/** @throws the socket's error if the connection is reset instead of answered */
export function createSender(port: number) {
	const agent = new Agent({ keepAlive: true, maxSockets: 32 })
	const send = ({ method, target, headers, body }: Case, authorization: string | null) =>
		new Promise<Answer>((resolve, reject) => {
			const started = performance.now()
			const call = request({ host: '127.0.0.1', port, agent, method, path: target }, (response) => {
				const parts: Buffer[] = []
				response.on('data', (part: Buffer) => parts.push(part))
				response.on('error', reject)
				response.on('end', () =>
					resolve({
						status: response.statusCode ?? 0,
						type: response.headers['content-type'] ?? '',
						headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
						body: Buffer.concat(parts).toString(),
						ms: performance.now() - started,
					}),
				)
			})
			call.on('error', reject)
			for (const [name, value] of headers) call.setHeader(name, [...[call.getHeader(name) ?? []].flat().map(String), value])
			if (authorization !== null) call.setHeader('authorization', authorization)
			if (body !== null && !call.hasHeader('transfer-encoding')) call.setHeader('content-length', Buffer.byteLength(body))
			call.end(body ?? undefined)
		})
	return { send, close: () => agent.destroy() }
}
