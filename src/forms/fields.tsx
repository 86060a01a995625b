import type { ComponentChildren, InputHTMLAttributes, VNode } from 'preact';
import { Problem } from './form-visit.tsx';

interface FormProps {
  action: string;
  /** Text of the button. */
  button: string;
  isSecondary?: boolean;
  id?: string;
  isWide?: boolean;
  /** Values that are sent with the fields. */
  hidden?: Readonly<Record<string, string>>;
  problem?: string | null | undefined;
  children?: ComponentChildren;
}

/** A form with a button. */
export function Form(props: FormProps): VNode {
  const { action, button, isSecondary, id, isWide, hidden = {}, problem, children } = props;
  return (
    <form class={isWide ? 'form wide' : 'form'} id={id} method="post" action={action}>
      <Problem text={problem} />
      {children}
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <div>
        <button class={isSecondary ? 'button secondary' : 'button'}>{button}</button>
      </div>
    </form>
  );
}

/** A required field with its name, and a text that helps to fill it in. */
export function Field({
  label,
  help,
  ...input
}: InputHTMLAttributes & { label: string; help?: string }): VNode {
  return (
    <label>
      {label}
      <input required {...input} />
      {help === undefined ? null : <span class="help">{help}</span>}
    </label>
  );
}

/** A field for an API token, which password managers keep. */
export function TokenField(props: { label: string; help?: string }): VNode {
  return (
    <Field
      {...props}
      name="token"
      type="password"
      autocomplete="current-password"
      maxLength={200}
    />
  );
}

/** A field for an e-mail address. */
export function EmailField(props: { value?: string; help?: string }): VNode {
  return (
    <Field
      {...props}
      label="Your e-mail address"
      name="email"
      type="email"
      autocomplete="email"
      maxLength={254}
    />
  );
}

interface LinkFormProps extends Pick<FormProps, 'action' | 'button' | 'problem'> {
  label: string;
  help: string;
  /** Path of the script that fills in the link that the page was opened with. */
  script: string;
  /** True if the script also sends it. */
  isSent?: boolean;
}

/** A form for a link whose secret is behind the `#`, which browsers do not send. */
export function LinkForm({ label, help, script, isSent, ...form }: LinkFormProps): VNode {
  return (
    <>
      <Form {...form} id={isSent ? 'send-link' : 'fill-in-link'}>
        <Field label={label} help={help} name="link" autocomplete="off" maxLength={2000} />
      </Form>
      <script src={script} />
    </>
  );
}
