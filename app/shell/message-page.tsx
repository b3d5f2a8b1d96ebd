import type { ReactNode } from 'react'

import { LinkButton } from '#app/ui/button.tsx'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import type { Blurb, Link } from '#content/schema/primitives.ts'

type MessagePageProps = { words: Blurb; next?: Link; art?: 'fork' | 'signpost'; children?: ReactNode }

export function MessagePage({ words, next, art = 'fork', children }: MessagePageProps) {
	return (
		<div className="page grid min-h-[60vh] items-center gap-12 py-12 lg:grid-cols-[3fr_2fr] lg:py-16">
			<div className="grid content-center justify-items-start gap-6">
				<h1>{words.title}</h1>
				<p className="max-w-read text-lg">{words.text}</p>
				{children}
				{next && (
					<LinkButton to={next.href} variant="secondary">
						{next.label}
					</LinkButton>
				)}
			</div>
			<SpritePicture name={art} className={art === 'fork' ? 'w-full' : 'max-h-96 w-full'} />
		</div>
	)
}
