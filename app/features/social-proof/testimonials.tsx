import { Badge } from '#app/ui/badge.tsx'
import { EmojiDrawing } from '#app/ui/emoji-drawing.tsx'
import type { Testimonial } from '#content/schema/home.ts'

export function Testimonials({ items, sampleLabel }: { items: readonly Testimonial[]; sampleLabel: string }) {
	return (
		<ul className="mt-10 grid gap-10 md:grid-cols-2 lg:grid-cols-3 lg:pb-16">
			{items.map((item) => (
				// Staggers the columns: each starts higher than the one to its left.
				<li key={item.id} className="lg:nth-[3n+1]:translate-y-16 lg:nth-[3n+2]:translate-y-8">
					<figure className="grid gap-[.9rem] border-t-2 border-ink pt-[.9rem]">
						{item.result !== undefined && <p className="text-lg font-semibold text-accent-ink">{item.result}</p>}
						<blockquote>{item.content}</blockquote>
						<figcaption className="flex items-center gap-3">
							<EmojiDrawing emoji={item.image} />
							<span>
								<b className="font-semibold">{item.name}</b>
								{item.role !== '' && <br />}
								{item.role}
							</span>
						</figcaption>
						<p className="flex items-center gap-3">
							<Suns count={item.rating} />
							{item.sample && <Badge>{sampleLabel}</Badge>}
						</p>
					</figure>
				</li>
			))}
		</ul>
	)
}

const SUNS = [0, 1, 2, 3, 4]

function Suns({ count }: { count: number }) {
	return (
		<svg role="img" aria-label={`Rated ${count} out of 5`} width="90" height="16" viewBox="0 0 90 16">
			{SUNS.slice(0, count).map((position) => (
				<circle key={position} cx={8 + position * 18} cy="8" r="6.5" fill="var(--sun)" stroke="var(--ink)" strokeWidth="1.5" />
			))}
		</svg>
	)
}
