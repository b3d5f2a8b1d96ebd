import { useSignOut } from '#app/lib/use-sign-out.ts'
import { Button } from '#app/ui/button.tsx'

/** Who is signed in here, and the way out (words of spec B §8). What this browser holds stays. */
export function AccountLine({ email }: { email: string }) {
	const { isLeaving, leave } = useSignOut()
	return (
		<div className="flex flex-wrap items-center gap-x-4">
			<p className="min-w-0 text-soft">Signed in as {email}</p>
			<Button variant="quiet" pending={isLeaving} onClick={() => void leave()}>
				Sign Out
			</Button>
		</div>
	)
}
