-- Codes stood in the subjects of mails, where people who read lists of mails saw them.
update outbox_messages
set subject = regexp_replace(regexp_replace(subject, '^[0-9]{6} is your ', 'Your '), '^[0-9]{6} confirms your ', 'Confirm your ')
where template in ('auth.confirmation', 'auth.magic-link', 'auth.reauthentication') and subject ~ '^[0-9]{6} ';
