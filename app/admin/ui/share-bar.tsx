type ShareBarProps = {
	/** Fraction, 0 to 1. */
	share: number
	label?: string
}

export const ShareBar = ({ share, label = `${Math.round(share * 100)}%` }: ShareBarProps) => (
	<span className="inline-flex items-center gap-2 whitespace-nowrap">
		<svg className="w-24 h-2.5 bg-line fill-accent" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
			<rect width={(share * 100).toFixed(1)} height="1" />
		</svg>
		{` ${label}`}
	</span>
)
