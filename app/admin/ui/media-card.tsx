import type { ReactNode } from 'react'

export const MEDIA_CARD = 'group grid w-full gap-[.35rem] text-left text-inherit no-underline wrap-anywhere'

/** Classes of a thumbnail. The caller adds the width. */
export const THUMBNAIL_CLASSES = 'aspect-4/3 rounded-[.5rem] border border-line bg-raised object-contain'

export const MediaGrid = ({ children }: { children: ReactNode }) => (
	<ul className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,44%),1fr))] gap-4">{children}</ul>
)

/** Thumbnail of a file; without one, the sign of a video. */
export const MediaThumbnail = ({ address }: { address: string | null }) =>
	address === null ? (
		<span className={`grid w-full place-items-center text-[2rem] ${THUMBNAIL_CLASSES}`} aria-hidden="true">
			▶
		</span>
	) : (
		<img src={address} alt="" loading="lazy" className={`w-full ${THUMBNAIL_CLASSES}`} />
	)

/** Name or description of a file, on at most two lines. */
export const MediaLabel = ({ children }: { children: string }) => <span className="line-clamp-2 group-hover:underline">{children}</span>
