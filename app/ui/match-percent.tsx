/** Percentage by which an entry of a ranking matches, with a note. Larger in an entry with `data-top`. */
export const MatchPercent = ({ match, note }: { match: number; note: string }) => (
	<p className="font-semibold">
		<span className="block text-2xl/none whitespace-nowrap tabular-nums in-data-top:text-(length:--text-3xl) in-data-top:tracking-[-.03em] in-data-top:text-accent-ink js:narrow:inline js:narrow:text-(length:--text-xl)">
			{match}%
		</span>{' '}
		{note}
	</p>
)
