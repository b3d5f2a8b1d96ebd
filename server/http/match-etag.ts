/** True if the If-None-Match header includes this ETag. Compares weakly (RFC 9110): `W/` is ignored. */
export const matchesEtag = (header: string | null | undefined, etag: string): boolean =>
	header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')) ?? false
