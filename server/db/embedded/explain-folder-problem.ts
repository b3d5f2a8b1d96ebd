import os from 'node:os'

const whoWeAre = () => `${os.userInfo().username} (uid ${os.userInfo().uid})`

/** Explains an error of the data folder. Returns the error's own message if the reason is unknown. */
export function explainFolderProblem(error: unknown, dataDir: string): string {
	const { code, message, syscall, path = dataDir } = error as NodeJS.ErrnoException
	// Node reports ENOENT for a folder that it can't create on a read-only file system.
	if (code === 'EROFS' || (code === 'ENOENT' && syscall === 'mkdir') || /Read-only file system/.test(message))
		return `${path} is on a read-only file system; set DATA_DIR to a folder that can be written`
	if (code === 'ENOSPC' || /No space left on device/.test(message)) return `the disk of ${dataDir} is full; free some space and start again`
	if (code === 'EACCES' || code === 'EPERM')
		return `the account ${whoWeAre()} may not use ${path}; give the folder to it, or set DATA_DIR to another`
	return message || String(error)
}
