import { expect, test } from "vitest";
import { scanContract } from "../scan-contract.ts";

const HEAD = "// SPDX-License-Identifier: MIT\npragma solidity 0.8.26;\n";
const BALANCES = "mapping(address => uint) internal b;";

/** Variants of weaknesses and of harmless lookalikes: the expected detectors and the source. */
const VARIANTS: readonly (readonly [detectors: string, source: string])[] = [
  [
    "reentrancy-no-eth",
    `interface T{function send(address to,uint v,bytes calldata d) external;} contract A{T t;${BALANCES} function w() external{uint a=b[msg.sender];t.send(msg.sender,a,"");b[msg.sender]=0;}}`,
  ],
  [
    "reentrancy-no-eth",
    `interface T{function pay(address to) external returns(bool);} contract A{T t;${BALANCES} function w() external{require(b[msg.sender]>0);try t.pay(msg.sender) returns(bool){b[msg.sender]=0;}catch{}}}`,
  ],
  [
    "reentrancy",
    `contract A{${BALANCES} modifier pays{(bool ok,)=msg.sender.call{value:b[msg.sender]}("");require(ok);_;} function w() external pays{b[msg.sender]=0;}}`,
  ],
  [
    "reentrancy",
    `contract A{${BALANCES} function w() external{uint a=b[msg.sender];(bool ok,)=payable(msg.sender).call{value:a}("");if(!ok)revert();delete b[msg.sender];}}`,
  ],
  [
    "reentrancy",
    `import "x/Address.sol"; contract A{${BALANCES} using Address for address payable; function w() external{uint a=b[msg.sender];payable(msg.sender).sendValue(a);b[msg.sender]=0;}}`,
  ],
  [
    "reentrancy",
    `import "x/Address.sol"; contract A{${BALANCES} function w() external{uint a=b[msg.sender];Address.sendValue(payable(msg.sender),a);b[msg.sender]=0;}}`,
  ],
  [
    "reentrancy",
    "interface W{function deposit() external payable;} contract A{W w;uint x;function f() external{require(x>0);w.deposit{value:x}();x=0;}}",
  ],
  [
    "",
    `contract A{${BALANCES} function w() external{uint a=b[msg.sender];b[msg.sender]=0;(bool ok,)=msg.sender.call{value:a}("");if(!ok){b[msg.sender]=a;}}}`,
  ],
  [
    "reentrancy-callback",
    'import "x.sol"; contract A is ERC1155{mapping(address=>bool) c;function m() external{require(!c[msg.sender]);_mintBatchX();_safeMint(msg.sender,1);c[msg.sender]=true;}}',
  ],
  [
    "controlled-delegatecall",
    "contract A{address owner=msg.sender;function f(address t,bytes calldata d) external{_d(t,d);}function _d(address t,bytes memory d) internal{(bool ok,)=t.delegatecall(d);require(ok);}}",
  ],
  [
    "",
    "contract A{address impl;constructor(address i){require(i!=address(0));impl=i;}function _d(address t,bytes memory d) internal{(bool ok,)=t.delegatecall(d);require(ok);} fallback() external payable{_d(impl,msg.data);}}",
  ],
  [
    "unprotected-initializer missing-zero-check missing-event",
    "contract A{address owner;function initialize(address o) public{owner=o;}}",
  ],
  [
    "missing-zero-check missing-event",
    "contract A{address owner;bool done;function initialize(address o) public{require(!done);done=true;owner=o;}}",
  ],
  [
    "missing-zero-check missing-event",
    "contract A{address owner;function initialize(address o) public{require(owner==address(0));owner=o;}}",
  ],
  [
    "",
    "contract A{address factory=msg.sender;uint x;function initialize(uint o) public{require(msg.sender==factory);x=o;}}",
  ],
  [
    "front-running",
    "interface R{function removeLiquidityETHSupportingFeeOnTransferTokens(address t,uint l,uint a,uint e,address to,uint d) external returns(uint);} contract A{R immutable r;address immutable t;constructor(R x,address y){require(y!=address(0));r=x;t=y;}function f(uint l) external returns(uint){return r.removeLiquidityETHSupportingFeeOnTransferTokens(t,l,0,0,msg.sender,block.timestamp);}}",
  ],
  [
    "",
    "interface R{function removeLiquidityETHSupportingFeeOnTransferTokens(address t,uint l,uint a,uint e,address to,uint d) external returns(uint);} contract A{R immutable r;address immutable t;constructor(R x,address y){require(y!=address(0));r=x;t=y;}function f(uint l,uint a,uint e) external returns(uint){return r.removeLiquidityETHSupportingFeeOnTransferTokens(t,l,a,e,msg.sender,block.timestamp);}}",
  ],
  [
    "unprotected-withdraw",
    "contract A{function w(uint a) external{payable(msg.sender).transfer(a);} receive() external payable{}}",
  ],
  [
    "unprotected-withdraw",
    "contract A{receive() external payable{} function w(address payable to,uint a) external{_p(to,a);}function _p(address payable to,uint a) internal{to.transfer(a);}}",
  ],
  // Conditions that a payment succeeded don't check who gets it.
  [
    "unprotected-withdraw",
    'contract A{receive() external payable{} function w(uint a) external{_p(msg.sender,a);} function _p(address to,uint a) internal{(bool ok,)=to.call{value:a}("");require(ok);}}',
  ],
  [
    "unprotected-withdraw",
    "contract A{receive() external payable{} function w(uint a) external{require(_p(payable(msg.sender),a));} function _p(address payable to,uint a) internal returns(bool){return to.send(a);}}",
  ],
  [
    "unprotected-withdraw",
    "interface T{function transfer(address to,uint v) external returns(bool);function balanceOf(address a) external view returns(uint);} contract A{T immutable t;constructor(T x){t=x;}function w() external{require(t.transfer(msg.sender,t.balanceOf(address(this))));}}",
  ],
  [
    "",
    'contract A{mapping(address=>bool) m;receive() external payable{} function w(uint a) external{_p(msg.sender,a);} function _p(address to,uint a) internal{require(m[to]);(bool ok,)=to.call{value:a}("");require(ok);}}',
  ],
  [
    "",
    "contract A{mapping(address=>bool) m;receive() external payable{} function w(uint a) external{require(_p(payable(msg.sender),a));} function _p(address payable to,uint a) internal returns(bool){if(!m[to])return false;return to.send(a);}}",
  ],
  // The caller chooses the data too, but only to call itself.
  [
    "unprotected-withdraw",
    "contract A{function w(uint x,bytes calldata d) external{(bool ok,)=msg.sender.call{value:x}(d);require(ok);} receive() external payable{}}",
  ],
  [
    "unprotected-withdraw",
    "contract A{receive() external payable{} function w(uint x,bytes calldata d) external{_p(payable(msg.sender),x,d);}function _p(address payable to,uint x,bytes memory d) internal returns(bool ok){(ok,)=to.call{value:x}(d);}}",
  ],
  [
    "",
    "contract A{function flash(uint x,bytes calldata d) external{uint b=address(this).balance;(bool ok,)=msg.sender.call{value:x}(d);require(ok&&address(this).balance>=b);} receive() external payable{}}",
  ],
  [
    "",
    "contract A{address payable w=payable(msg.sender);function buy() external payable{w.transfer(msg.value);}}",
  ],
  [
    "",
    "contract A{mapping(address=>uint) r;function fill(address x) external payable{r[x]+=msg.value;} function refund(address payable to) external{uint a=r[to];r[to]=0;to.transfer(a);}}",
  ],
  [
    "signature-replay",
    `import "ECDSA.sol";contract A{using ECDSA for bytes32;address s=msg.sender;${BALANCES} function c(uint a,bytes calldata sig) external{bytes32 h=keccak256(abi.encode(msg.sender,a));require(h.recover(sig)==s);b[msg.sender]+=a;}}`,
  ],
  [
    "signature-replay ecrecover-zero-address",
    `contract A{address s=msg.sender;${BALANCES} function c(uint a,uint8 v,bytes32 r,bytes32 q) external{require(_who(keccak256(abi.encode(a)),v,r,q)==s);b[msg.sender]+=a;} function _who(bytes32 h,uint8 v,bytes32 r,bytes32 q) internal pure returns(address){return ecrecover(h,v,r,q);}}`,
  ],
  [
    "",
    "contract A{address s=msg.sender;modifier auth{require(isAuthorized(msg.sender));_;}function isAuthorized(address a) internal view returns(bool){return a==s;}function kill() external auth{selfdestruct(payable(s));}}",
  ],
  [
    "unprotected-selfdestruct",
    "contract A{address s=msg.sender;modifier m{require(msg.sender!=address(0));_;}function kill() external m{selfdestruct(payable(s));}}",
  ],
  [
    "unprotected-selfdestruct",
    "contract A{address s=msg.sender;function kill(address o) external{require(msg.sender==o);selfdestruct(payable(s));}}",
  ],
  [
    "tx-origin",
    "contract A{address s=msg.sender;modifier m{if(tx.origin!=s)revert();_;}function kill() external m{selfdestruct(payable(s));}}",
  ],
  [
    "weak-randomness",
    "contract A{uint n;function r() external returns(uint){return uint256(keccak256(abi.encodePacked(block.timestamp,msg.sender,n++)))%100;}}",
  ],
  [
    "weak-randomness",
    "contract A{function random() public view returns(uint){return uint(blockhash(block.number-1));}}",
  ],
  [
    "",
    "contract A{mapping(bytes32=>bool) s;function f() external{bytes32 id=keccak256(abi.encode(msg.sender,block.timestamp));s[id]=true;}}",
  ],
  [
    "timestamp-dependence",
    "contract A{address payable w=payable(msg.sender);function f() external payable{if(block.timestamp%7==0)w.transfer(address(this).balance);}}",
  ],
  [
    "strict-balance",
    "interface T{function balanceOf(address) external view returns(uint);} contract A{T t;uint x;function f() external{require(t.balanceOf(address(this))==x);x=1;}}",
  ],
  [
    "unbounded-loop",
    "contract A{uint[] a;uint s;function p(uint x) external{a.push(x);}function f() external{uint n=a.length;for(uint i;i<n;++i)s+=a[i];}}",
  ],
  [
    "calls-in-loop",
    "interface T{function mint(address) external;}contract A{function f(T t,address[] calldata w) external{for(uint i;i<w.length;++i)t.mint(w[i]);}}",
  ],
  ["", "contract A{uint[3] a;uint s;function f() external{for(uint i;i<a.length;++i)s+=a[i];}}"],
  [
    "hash-collision",
    "contract A{function f(string memory a,string memory b) external pure returns(bytes32){bytes memory p=abi.encodePacked(a,b);return keccak256(p);}}",
  ],
  ["locked-ether", "contract A{uint x;function f() external payable{x+=msg.value;}} "],
  [
    "unchecked-transfer",
    'import "IERC20.sol";contract A{function f(IERC20 t) external{t.transfer(msg.sender,1);}}',
  ],
  [
    "",
    'import "IERC20.sol";import "SafeERC20.sol";contract A{using SafeERC20 for IERC20;function f(IERC20 t) external{t.safeTransfer(msg.sender,1);}}',
  ],
  [
    "arbitrary-transfer-from",
    'import "IERC20.sol";import "SafeERC20.sol";contract A{using SafeERC20 for IERC20;function f(IERC20 t,address from) external{SafeERC20.safeTransferFrom(t,from,address(this),1);}}',
  ],
  [
    "arbitrary-transfer-from",
    'import "IERC20.sol";contract A{struct O{address maker;uint n;}function f(IERC20 t,O calldata o) external{require(t.transferFrom(o.maker,address(this),o.n));}}',
  ],
  [
    "",
    'import "IERC20.sol";contract A{struct O{address maker;uint n;}mapping(uint=>O) os;function f(IERC20 t,uint id) external{O memory o=os[id];require(t.transferFrom(o.maker,msg.sender,o.n));}}',
  ],
  [
    "arbitrary-call",
    "contract A{function f(address a,uint v,bytes memory d) public payable{(bool ok,)=a.call{value:v}(d);require(ok);}}",
  ],
  [
    "unprotected-mint",
    'import "ERC20.sol";contract A is ERC20{constructor() ERC20("a","b"){} function mint(address to,uint n) public{_mint(to,n);}}',
  ],
  [
    "",
    'import "ERC20.sol";contract A is ERC20{constructor() ERC20("a","b"){} function mint() public payable{require(msg.value==1);_mint(msg.sender,1);}}',
  ],
  [
    "unprotected-owner missing-event missing-zero-check",
    "contract A{address public owner;function setOwner(address o) external{owner=o;}}",
  ],
  [
    "unchecked-arithmetic",
    "contract A{mapping(address=>uint) b;function t(address to,uint v) external{unchecked{b[msg.sender]-=v;b[to]+=v;}}}",
  ],
  [
    "",
    'contract A{mapping(address=>uint) b;function t(address to,uint v) external{uint f=b[msg.sender];require(f>=v,"x");unchecked{b[msg.sender]=f-v;b[to]+=1;}}}',
  ],
  [
    "unchecked-call",
    'contract A{function f(address a) external returns(bool ok){a.call("");(ok,)=a.call("");}}',
  ],
  ["unchecked-call", 'contract A{function f(address a) external{(bool ok,)=a.call("");}}'],
  [
    "reentrancy",
    `contract A{${BALANCES} function w() external{_w(msg.sender);} function _w(address to) private{uint a=b[to];if(a>0){(bool ok,)=to.call{value:a}("");require(ok);b[to]=0;}}}`,
  ],
  [
    "reentrancy",
    'contract Base{mapping(address=>uint) b;function _send(address to,uint a) internal{(bool ok,)=to.call{value:a}("");require(ok);}} contract A is Base{function w() external{uint a=b[msg.sender];_send(msg.sender,a);_clear();} function _clear() internal{b[msg.sender]=0;}}',
  ],
  [
    "",
    `contract A{${BALANCES} bool l; function w() external{require(!l);l=true;uint a=b[msg.sender];(bool ok,)=msg.sender.call{value:a}("");require(ok);b[msg.sender]=0;l=false;}}`,
  ],
  [
    "shadowed-name",
    "contract A{address owner=msg.sender;function f(address owner) external pure returns(address){return owner;}}",
  ],
  [
    "missing-zero-check",
    "contract A{address public feeTo;address owner=msg.sender;event F(address);function s(address f) external{require(msg.sender==owner);feeTo=f;emit F(f);}}",
  ],
  [
    "",
    "contract A{address public feeTo;address owner=msg.sender;event F(address);error Z();function s(address f) external{require(msg.sender==owner);if(f==address(0)) revert Z();feeTo=f;emit F(f);}}",
  ],
  // Address 0 has no code.
  [
    "",
    "contract A{address public feeTo;address owner=msg.sender;event F(address);function s(address f) external{require(msg.sender==owner);require(f.code.length>0);feeTo=f;emit F(f);}}",
  ],
  [
    "",
    "contract A{address public feeTo;address owner=msg.sender;event F(address);error Z();function s(address f) external{require(msg.sender==owner);if(address(f).code.length==0) revert Z();feeTo=f;emit F(f);}}",
  ],
  [
    "missing-zero-check",
    "contract A{address public feeTo;address owner=msg.sender;event F(address);function s(address f) external{require(msg.sender==owner);require(f.code.length==0);feeTo=f;emit F(f);}}",
  ],
  [
    "missing-zero-check",
    "contract A{address public feeTo;address owner=msg.sender;event F(address);function s(address f,address g) external{require(msg.sender==owner);require(g.code.length>0);feeTo=f;emit F(f);}}",
  ],
  [
    "msg-value-in-loop calls-in-loop",
    "contract A{function f(address payable[] calldata w) external payable{for(uint i;i<w.length;i++){_p(w[i]);}}function _p(address payable w) internal{w.transfer(msg.value);}}",
  ],
  // An owner by any name.
  [
    "unprotected-owner missing-zero-check",
    "contract A{address x=msg.sender;uint v;function s(address y) external{x=y;}function f(uint w) external{require(x==msg.sender);v=w;}}",
  ],
  [
    "",
    "contract A{address x;uint v;function s() external{require(x==address(0));x=msg.sender;}function f(uint w) external{require(x==msg.sender);v=w;}}",
  ],
  [
    "unprotected-owner",
    "contract A{mapping(address=>bool) x;uint v;function s(address y) external{x[y]=true;}function f(uint w) external{require(x[msg.sender]);v=w;}}",
  ],
  // A guard that gets the caller as an argument, or branches on it.
  [
    "",
    "abstract contract A{uint public v;function _check(address c) internal virtual;function mint(address to,uint n) external{_check(msg.sender);_mint(to,n);}function _mint(address to,uint n) internal{v+=n;}}",
  ],
  [
    "assembly",
    "contract A{address immutable boss=msg.sender;modifier ifBoss{if(msg.sender==boss){_;}else{_fall();}}function _fall() internal{assembly{revert(0,0)}}function f(address t,bytes calldata d) external ifBoss{(bool ok,)=t.delegatecall(d);require(ok);}}",
  ],
  // The amount is what the pool received, not what the caller says.
  [
    "",
    "interface T{function balanceOf(address) external view returns(uint);}contract A{T t;uint r;uint public total;function mint(address to) external{uint n=t.balanceOf(address(this))-r;_mint(to,n);}function _mint(address,uint n) internal{total+=n;}}",
  ],
  [
    "unprotected-mint",
    "contract A{mapping(address=>uint) balances;function reward(address to,uint n) external{balances[to]=balances[to]+n;}}",
  ],
  // Loops with a number of iterations that the caller chooses.
  ["unbounded-loop", "contract A{uint s;function f(uint n) external{for(uint i;i<n;i++)s+=i;}}"],
  ["", "contract A{uint s;function f(uint n) external{require(n<=9);for(uint i;i<n;i++)s+=i;}}"],
  ["", "contract A{uint s;function f(uint n) external{if(n>9)n=9;for(uint i;i<n;i++)s+=i;}}"],
  [
    "tx-origin",
    "contract A{address immutable o=msg.sender;uint v;function _who() internal view returns(address){return tx.origin;}function f(uint w) external{require(_who()==o);v=w;}}",
  ],
  [
    "",
    "contract A{uint v;function f(uint w) external{require(tx.origin==msg.sender);require(tx.origin!=address(0));v=w;}}",
  ],
  [
    "weak-randomness",
    "contract A{uint private secret=uint(keccak256(abi.encode(block.timestamp)))%9;function f(uint n) external view returns(bool){return n==secret;}}",
  ],
  [
    "",
    "contract A{mapping(uint=>address) by;uint n;function f() external{uint id=uint(keccak256(abi.encode(blockhash(block.number-1),n++)));by[id]=msg.sender;}}",
  ],
  // The amount is bounded by another record.
  [
    "",
    "contract A{mapping(address=>uint) b;uint total;function t(address to,uint v) external{b[msg.sender]-=v;unchecked{b[to]+=v;total-=v;}}}",
  ],
  [
    "reentrancy-cross-function",
    `contract A{${BALANCES} bool l; modifier k{require(!l);l=true;_;l=false;} function w() external k{uint a=b[msg.sender];(bool ok,)=msg.sender.call{value:a}("");require(ok);b[msg.sender]=0;} function g(address t,uint v) external{b[msg.sender]-=v;b[t]+=v;}}`,
  ],
];

test.each(VARIANTS)("the scanner finds %j in %s", (detectors, source) => {
  const detectorIds = scanContract(HEAD + source).findings.map(({ detector }) => detector);
  expect([...new Set(detectorIds)].sort()).toEqual(detectors.split(" ").filter(Boolean).sort());
});

test("a reentrancy finding names the variables that the exposed function reads", () => {
  const { findings } = scanContract(
    `${HEAD}contract A{${BALANCES} uint x;uint y;uint z;bool l; modifier k{require(!l);l=true;_;l=false;} function w() external k{uint a=x+y+z+b[msg.sender];(bool ok,)=msg.sender.call{value:a}("");require(ok);x=0;y=0;z=0;b[msg.sender]=0;} function g(uint v) external{b[msg.sender]-=v;} function p() external view returns(uint){return z;}}`,
  );
  expect(findings.map(({ explanation }) => explanation)).toEqual([
    expect.stringMatching(/^`g` has no guard and uses [^:]*: `b`\. /),
    expect.stringMatching(/^`p` reads [^:]*: `z`\. /),
  ]);
});

test("a reentrancy finding doesn't say that a variable is updated only after the call if it is also updated before it", () => {
  const { findings } = scanContract(
    `${HEAD}contract A{${BALANCES} function w() external{uint a=b[msg.sender];b[msg.sender]=1;(bool ok,)=msg.sender.call{value:a}("");require(ok);b[msg.sender]=0;}}`,
  );
  expect(findings.map(({ explanation }) => explanation)).toEqual([
    expect.stringMatching(/^Updated after this call: `b`\. /),
  ]);
});
