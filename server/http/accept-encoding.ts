export type Encoding = 'br' | 'gzip'

const PREFERRED: readonly Encoding[] = ['br', 'gzip']

function acceptedQuality(header: string, encoding: string): number {
	let wildcard = 0
	for (const part of header.split(',')) {
		const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
		const q = parameters.find((parameter) => parameter.startsWith('q='))
		const quality = q ? Number(q.slice(2)) || 0 : 1
		if (name === encoding) return quality
		if (name === '*') wildcard = quality
	}
	return wildcard
}

/** Chooses an encoding: Brotli before gzip unless the client prefers another; null for none. */
export function matchEncoding(header: string | null, available: readonly Encoding[]): Encoding | null {
	if (!header) return null
	let best: Encoding | null = null
	let bestQuality = 0
	for (const encoding of PREFERRED) {
		const quality = available.includes(encoding) ? acceptedQuality(header, encoding) : 0
		if (quality > bestQuality) [best, bestQuality] = [encoding, quality]
	}
	return best
}
