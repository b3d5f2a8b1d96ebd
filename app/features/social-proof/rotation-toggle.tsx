import { Icon } from '#app/ui/icon.tsx'

/** Stops and starts something that moves by itself (WCAG 2.2.2). `what` completes the sentence. */
export function RotationToggle({ what, isPlaying, onToggle }: { what: string; isPlaying: boolean; onToggle: () => void }) {
	return (
		<button type="button" className="icon-btn" aria-label={`${isPlaying ? 'Pause' : 'Play'} ${what}`} onClick={onToggle}>
			<Icon name={isPlaying ? 'pause' : 'play'} />
		</button>
	)
}
