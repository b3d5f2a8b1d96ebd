import { readSource } from './read-sources.server.ts'

/** Short names of the offers that have a page of their own: all but the first, whose address is fixed. For the lists of routes and pages. */
export function listFurtherOffers(): string[] {
	const { offers } = JSON.parse(readSource('offers.json')) as { offers: { code: string }[] }
	return offers.slice(1).map(({ code }) => code)
}

/** The career tracks with the ids of their lessons. */
export function listTracks(): { id: string; lessons: { id: string }[] }[] {
	return (JSON.parse(readSource('tracks.json')) as { tracks: { id: string; lessons: { id: string }[] }[] }).tracks
}
