import type { ArticleCard } from '#content/schema/article.ts'
import { formatUtcDay } from '#contracts/format-day.ts'

export function ArticleFacts({ card }: { card: ArticleCard }) {
	return (
		<p className="text-sm text-soft">
			{card.author} · <time dateTime={card.date}>{formatUtcDay(card.date)}</time> ·{' '}
			<span className="whitespace-nowrap">{card.readTime}</span>
		</p>
	)
}
