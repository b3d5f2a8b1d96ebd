import { sql } from 'kysely'

import { mediaAddress } from '#domain/media/media-address.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Lists videos as values of `welcomeVideo` (content/site.json) with their labels, newest first. */
export async function listVideos({ db }: Pick<ServiceContext, 'db'>): Promise<(readonly [string, string])[]> {
	const rows = await db
		.selectFrom('media')
		.select((eb) => [
			'id',
			'name',
			'alt',
			eb
				.selectFrom('media as captions')
				.whereRef('captions.video_id', '=', 'media.id')
				.select(sql<string | null>`string_agg(captions.language, ',' order by captions.language <> 'en', captions.language)`.as('all'))
				.as('languages'),
		])
		.where('kind', '=', 'video')
		.orderBy('created_at', 'desc')
		.execute()
	return rows.map(({ id, name, alt, languages: spoken }) => {
		const url = mediaAddress({ id, name })
		return spoken === null ? [url, `${alt || name} (no captions)`] : [`${url}#captions=${spoken}`, alt || name]
	})
}
