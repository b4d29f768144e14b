pragma solidity >=0.4.22 <0.9.0;
import "a.sol";
import {A as B} from "b";
import * as C from "c";
using A for uint global;
uint constant X = 1;
struct S { uint a; mapping(address => uint[3][]) b; }
enum E { A, B }
error Q(uint a);
type T is uint128;
function free(uint a) pure returns (uint) { return a; }
library L { function f(uint[] storage a) internal {} }
interface I { function f(uint a) external returns (bool); event V(uint indexed a, address b); }
abstract contract C is D(1), E.F {
    using { x, y } for S;
    event Z(uint indexed a) anonymous;
    modifier m(uint a) virtual { _; }
    modifier n { if (true) _; }
    constructor() D(1) payable { }
    receive() external payable { }
    fallback() external { }
    uint public override immutable q = 1;
    mapping(address a => mapping(uint => uint)) private x;
    function o() public override(A, B) virtual m(1) n;
    int[3][] internal t;
    bytes32 transient r;
    function (uint) internal pure returns (uint) g;
    address payable[] people;
    function all(uint[] memory a, address payable b, function (uint) external returns (bool) h) public payable returns (uint, bool ok) {
        payable(b); type(uint).max; address(this).balance;
        uint[] memory c = new uint[](3);
        f{value: 1, gas: 2}(); f({a: 1, b: 2}); x.y.z(1);
        (uint d, , bool e) = g(); (a, , b) = g(); (d) = 1; (d, e);
        a[1:2]; a[:2]; a[1:]; 5 ether; 0x12; hex"12"; "abc" "d"; 1_000; 1e18; .5; 1 days; 2e-3;
        revert Q(1); revert("q"); emit Z(1);
        try t.f() returns (uint v) { } catch Error(string memory s) { } catch (bytes memory) { } catch { }
        a++; --a; delete a; !b; a ? b : c; a ** b ** c; -a ** 2; a - b - c; a << 1 >> 2; a && b || c && !d; a == b != c; a & b | c ^ d; a < b == c; ~a;
        a += b; a <<= 1; x = a ? b : c ? d : e;
        new X{salt: 1}(2); mapping(uint => uint) storage mm = q; A.B[] memory z; A.B[2][] storage zz = w;
        function (uint) internal returns (uint) gg;
        for (;;) { } for (uint i; i < 1; ++i) x; for (i = 0; ; ) { break; } while (a) b; do { continue; } while (a);
        unchecked { a; } { a; }
        if (a) b; else if (c) d; else { e; }
        [1, 2]; [a, b][0]; bytes.concat(a); string.concat("a"); uint160(1); abi.decode(a, (uint[], address payable, bytes32)); abi.encodeWithSelector(I.f.selector, a);
        (bool s, bytes memory data) = b.call{value: msg.value}(abi.encode(1)); (a[1], b.c) = (1, 2);
        assembly ("memory-safe") { let p := add(1, 2) sstore(0, p) }
        var1.call.value(1).gas(2)(data);
        return (a, true);
    }
}
contract Old {
    function () payable { }
    function Older(uint a) { throw; var b = 1; var (c, d) = f(); suicide(msg.sender); }
    function g() constant returns (uint) { return now; }
}
