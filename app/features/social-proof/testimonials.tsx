import { Badge } from '#app/ui/badge.tsx'
import { EmojiDrawing } from '#app/ui/emoji-drawing.tsx'
import type { Testimonial } from '#content/schema/home.ts'

export function Testimonials({ items, sampleLabel }: { items: readonly Testimonial[]; sampleLabel: string }) {
	return (
		<ul className="voices">
			{items.map((item) => (
				<li key={item.id}>
					<figure>
						<p className="text-lg font-semibold text-accent-ink">{item.result}</p>
						<blockquote>{item.content}</blockquote>
						<figcaption>
							<EmojiDrawing emoji={item.image} />
							<span>
								<b className="font-semibold">{item.name}</b>
								<br />
								{item.role}
							</span>
						</figcaption>
						<p className="voice-marks">
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
