import type { ReactNode } from 'react'

import { formatBytes } from '#domain/media/format-bytes.ts'

export const MEDIA_CARD = 'group grid w-full gap-[.35rem] text-left text-inherit no-underline wrap-anywhere'

/** Classes of a thumbnail. The caller adds the width. */
export const THUMBNAIL_CLASSES = 'aspect-4/3 rounded-[.5rem] border border-line bg-raised object-contain'

export const MediaGrid = ({ children }: { children: ReactNode }) => (
	<ul className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,44%),1fr))] gap-4">{children}</ul>
)

type Sized = { width: number | null; height: number | null; bytes: number; file: { about: string } | null }

/** Describes a file as `1600 × 900, 430 kB`, and one to download as `PDF, 430 kB`. */
export const describeSize = ({ width, height, bytes, file }: Sized): string =>
	file?.about ?? `${width ?? '?'} × ${height ?? '?'} pixels, ${formatBytes(bytes)}`

type Item = { thumbnail: string | null; file: { about: string } | null }

/** Thumbnail of a file; without one, the sign of a video, or the kind of a file to download. */
export const MediaThumbnail = ({ item: { thumbnail, file } }: { item: Item }) =>
	thumbnail === null ? (
		<span
			className={`grid w-full place-items-center ${file ? 'p-2 text-center text-soft' : 'text-[2rem]'} ${THUMBNAIL_CLASSES}`}
			aria-hidden="true"
		>
			{file ? file.about.split(',')[0] : '▶'}
		</span>
	) : (
		<img src={thumbnail} alt="" loading="lazy" className={`w-full ${THUMBNAIL_CLASSES}`} />
	)

/** Name or description of a file, on at most two lines. */
export const MediaLabel = ({ children }: { children: string }) => <span className="line-clamp-2 group-hover:underline">{children}</span>
