// Notices that whoever started this process is gone.
import fs from 'node:fs'

const INTERVAL_MS = 200

function parentOf(pid) {
	try {
		const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
		return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
	} catch {
		return null // not Linux, or just gone
	}
}

/**
 * npm runs a script through a shell. A signal for npm ends that shell and never reaches the script; SIGKILL for npm reaches
 * neither. So a script that npm started watches both. Without npm nothing is watched: leaving a shell behind is a way to
 * start a server for good.
 * @returns stops watching
 */
export function watchNpm(onGone) {
	if (!process.env.npm_lifecycle_event) return () => {}
	const shell = process.ppid
	const npm = parentOf(shell)
	const timer = setInterval(() => {
		if (process.ppid === shell && parentOf(shell) === npm) return
		clearInterval(timer)
		onGone()
	}, INTERVAL_MS)
	return () => clearInterval(timer)
}
